/**
 * The folders of `src/`, and its files that are in none, from the lowest to the highest: each imports only from those before it
 * (docs/explanation/architecture.md). A new folder is one line.
 */
export const layers = [
  // What stands for React and the client in extensions, and the plugin with which they are built: they know nothing of the dashboard.
  'shared',
  'vite',
  // What an extension adds, and the one of this page.
  'extension',
  // What every part is made of.
  'texts',
  'store',
  'theme',
  'loading',
  // The life of a signed-in page.
  'session',
  'schema',
  // The parts of a page, and those of an extension in it.
  'layout',
  'own',
  // How values are shown and edited.
  'cells',
  'inputs',
  'kinds',
  'form',
  // What writes would do, and taking them back.
  'undo',
  'conflict',
  // What staff do with rows.
  'help',
  'actions',
  'list',
  'row',
  // The other pages.
  'home',
  'doctor',
  'changes',
  'account',
  // What of it is public, the menu around all pages, and how the dashboard is put together.
  'kit',
  'frame',
  'app',
  'early.ts',
  'main.tsx',
  // What its tests share.
  'testing',
] as const;
