import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type MarkdownEnv, type MarkdownRenderer } from 'vitepress';
import { siteLink } from '../links.ts';
import { slugOf } from '../slug.ts';
import { sidebarOf } from '../sidebar.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Files of the repository that pages link to. */
const linked = new Set<string>();

/** Translates the links of pages, before VitePress checks them. */
function translateLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('repository links', ({ tokens, env }) => {
    const { relativePath } = env as MarkdownEnv;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const written = token.type === 'link_open' ? token.attrGet('href') : null;
      if (written === null) continue;
      const { href, file } = siteLink(relativePath.replace(/(^|\/)index\.md$/, '$1README.md'), written);
      token.attrSet('href', href);
      if (file === undefined) continue;
      if (!existsSync(join(root, file))) throw new Error(`${relativePath} links to ${file}, which does not exist.`);
      linked.add(file);
      token.attrSet('target', '_self');
    }
  });
}

// oxlint-disable-next-line import/no-default-export -- VitePress reads it
export default defineConfig({
  title: 'Grimoire',
  description: 'Django admin as an API, in TypeScript',
  lang: 'en',
  // A link to ../docs that scripts/docs.ts makes: Vite finds packages only for files below this folder.
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.cache/vitepress',
  base: process.env['DOCS_BASE'] ?? '/',
  rewrites: { 'README.md': 'index.md', ':folder/:part/README.md': ':folder/:part/index.md' },
  // Copies of files of the repository are no pages.
  ignoreDeadLinks: [/^http:\/\/localhost/, /^\/repository\//],
  markdown: { config: translateLinks, anchor: { slugify: slugOf } },
  // Pages are modules, whose imports are resolved from where they are linked, not from where they stand.
  vite: { publicDir: false, resolve: { preserveSymlinks: true } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: sidebarOf(readFileSync(join(root, 'docs/README.md'), 'utf8')),
    nav: [
      { text: 'Start', link: '/tutorial/first-admin' },
      { text: 'How-to', link: '/how-to/mount' },
      { text: 'Reference', link: '/reference/configuration' },
    ],
  },
  buildEnd({ outDir }) {
    for (const file of linked) {
      const copy = join(outDir, 'repository', `${file}.txt`);
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(join(root, file), copy);
    }
  },
});
