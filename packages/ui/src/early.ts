// Run before the page is painted. It is served as it is written here, without its comments, so it has no types.

// The theme that the person has chosen in this browser, whether the menu is folded, and the direction in which the page was last read.
try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem('RaStore.theme');
  if (theme === '"light"' || theme === '"dark"') dataset['theme'] = theme.slice(1, -1);
  if (localStorage.getItem('RaStore.sidebar.open') === 'false') dataset['side'] = 'folded';
  if (localStorage.getItem('grimoire.direction') === 'rtl') document.documentElement.dir = 'rtl';
} catch {
  // The browser allows no storage.
}

// Shows that the dashboard could not be loaded: its script was not, or failed to start (`main.tsx`).
const showTrouble = () => {
  const trouble = document.querySelector('.shell-trouble');
  if (!trouble) return;
  trouble.parentElement?.removeAttribute('aria-busy');
  document.querySelector('.shell-text')?.remove();
  trouble.removeAttribute('hidden');
};
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && showTrouble(), true);
addEventListener('grimoire:not-started', showTrouble);
addEventListener('click', ({ target }) => target instanceof Element && target.matches('.shell-trouble button') && location.reload());
