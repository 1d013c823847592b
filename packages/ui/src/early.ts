// Run before the page is painted: the theme that the person has chosen in this browser, and whether the menu is folded. It is served as it is
// written here, so it has no types.
try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem('RaStore.theme');
  if (theme === '"light"' || theme === '"dark"') dataset['theme'] = theme.slice(1, -1);
  if (localStorage.getItem('RaStore.sidebar.open') === 'false') dataset['side'] = 'folded';
} catch {
  // The browser allows no storage.
}
