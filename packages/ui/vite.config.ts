import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { externals } from './src/vite/externals.ts';
import { releasesOf } from './src/help/changelog.ts';

/** The script that runs before the page is painted, as a file of its own: the page allows no inline script. */
function earlyScript(): Plugin {
  return {
    name: 'early-script',
    apply: 'build',
    buildStart() {
      const source = readFileSync(new URL('src/early.ts', import.meta.url), 'utf8').replaceAll(/^ *\/\/.*\n/gm, '');
      this.emitFile({ type: 'asset', name: 'early.js', source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.values(bundle).find((one) => one.type === 'asset' && one.names.includes('early.js'));
        return file ? [{ tag: 'script', attrs: { src: `./${file.fileName}` }, injectTo: 'head' }] : [];
      },
    },
  };
}

/** Writes which of the built files stand for the modules that extensions import: the service puts it into the import map of its page. */
const sharedFiles: Plugin = {
  name: 'shared-files',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).flatMap((chunk) => {
      const name =
        chunk.type === 'chunk' && chunk.isEntry ? Object.entries(externals).find(([, entry]) => entry === chunk.name)?.[0] : undefined;
      return name === undefined ? [] : [[name, chunk.fileName] as const];
    });
    this.emitFile({ type: 'asset', fileName: 'shared.json', source: JSON.stringify(Object.fromEntries(files)) });
  },
};

/** In place of a module that brings `Object.entries` to old browsers, which react-admin's texts ask for: it is as large as a page of the dashboard. */
const nativeEntries: Plugin = {
  name: 'native-entries',
  enforce: 'pre',
  resolveId: (source) => (source === 'object.entries' ? '\0native-entries' : null),
  load: (id) => (id === '\0native-entries' ? 'module.exports = Object.entries;' : null),
};

/** The writer of CSV that react-admin's own exports use is loaded when an extension exports with it: the dashboard's exports come from the service. */
const lateCsv: Plugin = {
  name: 'late-csv',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== 'jsonexport/dist/index.js') return null;
    const resolved = await this.resolve(source, importer?.replace(/\?late-csv$/, ''), { skipSelf: true });
    return resolved && !importer?.endsWith('?late-csv') ? `${importer ?? ''}?late-csv` : resolved;
  },
  load: (id) =>
    id.endsWith('?late-csv')
      ? `export default (...given) => void import('jsonexport/dist/index.js').then(({ default: write }) => write(...given));`
      : null,
};

const sharedEntries = Object.values(externals).map((entry) => [entry, entry === 'kit' ? 'src/kit/index.ts' : `src/shared/${entry}.ts`]);
/** What “What's new” is about: the page knows without the changelog whether there is more than a person has seen. */
const [newest] = releasesOf(readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8'));

type NameOfGroup = (
  id: string,
  modules: { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null },
) => string | null;

/** One file of what every page needs: parts of it that a file which is loaded later also uses would be files of their own, which compress worse. */
function inFirstFile(): NameOfGroup {
  const first = new Set<string>();
  return (id, modules) => {
    const ways = first.size > 0 ? [] : [fileURLToPath(new URL('src/main.tsx', import.meta.url))];
    for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
      if (first.has(way)) continue;
      first.add(way);
      ways.push(...(modules.getModuleInfo(way)?.importedIds ?? []));
    }
    return first.has(id) ? 'index' : null;
  };
}

/** Builds into the server's assets: that is where the service reads the dashboard from, here and as published. */
export default defineConfig({
  plugins: [react(), earlyScript(), sharedFiles, nativeEntries, lateCsv],
  // Hashed files lie beside the page, wherever a host mounts it.
  base: './',
  define: { 'import.meta.env.NEWEST_RELEASE': JSON.stringify(newest?.version ?? '') },
  build: {
    outDir: '../server/assets/ui',
    emptyOutDir: true,
    // Browsers of 2024 and later.
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    // What the bundle is made of, with the licenses.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: { index: 'index.html', ...Object.fromEntries(sharedEntries) },
      preserveEntrySignatures: 'strict',
      output: { codeSplitting: { groups: [{ name: inFirstFile(), debugName: 'what every page needs' }] } },
    },
  },
});
