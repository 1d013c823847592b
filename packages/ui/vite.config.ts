import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { releasesOf } from './src/help/changelog.ts';

/** The script that runs before the page is painted, as a file of its own: the page allows no inline script. */
function earlyScript(): Plugin {
  return {
    name: 'early-script',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', name: 'early.js', source: readFileSync(new URL('src/early.ts', import.meta.url), 'utf8') });
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

/** What “What's new” is about: the page knows without the changelog whether there is more than a person has seen. */
const [newest] = releasesOf(readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8'));

/** Builds into the server's assets: that is where the service reads the dashboard from, here and as published. */
export default defineConfig({
  plugins: [react(), earlyScript()],
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
  },
});
