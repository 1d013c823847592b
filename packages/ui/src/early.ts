// Run before the page is painted: the theme that the person has chosen in this browser, whether the menu is folded, and the direction in
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
