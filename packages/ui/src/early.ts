// Run before the page is painted, and outside of the dashboard's own script: the theme that the person has chosen in this browser, whether the menu is folded, and the direction in
// which the page was last read. It is served as it is written here, so it has no types.
try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem('RaStore.theme');
  if (theme === '"light"' || theme === '"dark"') dataset['theme'] = theme.slice(1, -1);
  if (localStorage.getItem('RaStore.sidebar.open') === 'false') dataset['side'] = 'folded';
  if (localStorage.getItem('grimoire.direction') === 'rtl') document.documentElement.dir = 'rtl';
} catch {
  // The browser allows no storage.
}

// Where the script of the dashboard can not be loaded, this says so: `main.tsx` tells of what it could not load to begin with.
const showTrouble = () => {
  const shell = document.querySelector('.shell');
  shell?.removeAttribute('aria-busy');
  shell?.querySelector('.shell-text')?.remove();
  shell?.querySelector('.shell-trouble')?.removeAttribute('hidden');
};
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && showTrouble(), true);
addEventListener('grimoire:not-started', showTrouble);
addEventListener('click', ({ target }) => target instanceof Element && target.matches('.shell-trouble button') && location.reload());
