import { readFileSync } from 'node:fs';
import type { Plugin, UserConfig } from 'vite';
import { externals } from './externals.ts';

/** Where an extension is, and where its build goes. */
export interface ExtensionOptions {
  /** The file whose default export is the extension: `src/index.tsx` by default. */
  readonly entry?: string;
  /** The folder for the service: `dist/admin-ui` by default. */
  readonly outDir?: string;
  /** The service that the development server stands before: `http://localhost:8000` by default. */
  readonly service?: string;
}

/** The version of the kit that an extension is built with. */
function kitVersion(): string {
  // From `src/vite` of the sources, and from `lib/vite` as published.
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string };
  return version;
}

/**
 * Builds an extension of the dashboard: modules for the browser that import React and the kit from the dashboard, with names that change with
 * their content, and a file that tells the service which they are.
 */
export function extensionBuild({ entry = 'src/index.tsx', outDir = 'dist/admin-ui' }: ExtensionOptions = {}): Plugin {
  return {
    name: 'grimoire-extension',
    apply: 'build',
    config: (): UserConfig => ({
      base: './',
      // React of the dashboard is that of production.
      oxc: { jsx: { runtime: 'automatic', development: false } },
      build: {
        outDir,
        emptyOutDir: true,
        target: 'baseline-widely-available',
        modulePreload: false,
        rolldownOptions: {
          input: { extension: entry },
          external: Object.keys(externals),
          preserveEntrySignatures: 'strict',
          output: {
            format: 'es',
            entryFileNames: '[name]-[hash].js',
            chunkFileNames: '[name]-[hash].js',
            assetFileNames: '[name]-[hash][extname]',
          },
        },
      },
    }),
    resolveId: (name) => refuseSecondReact(name),
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const built = files.find((file) => file.type === 'chunk' && file.isEntry);
      if (!built) return this.error('The build has no entry.');
      const styles = files.map(({ fileName }) => fileName).filter((name) => name.endsWith('.css'));
      const source = JSON.stringify({ kit: kitVersion(), entry: built.fileName, styles }, null, 2);
      this.emitFile({ type: 'asset', fileName: 'grimoire-extension.json', source: `${source}\n` });
    },
  };
}

/** A library that brings a part of React with it would bring a second React. */
function refuseSecondReact(name: string): null {
  if (!/^react(?:-dom)?\//.test(name) || Object.hasOwn(externals, name)) return null;
  throw new Error(`The dashboard does not share "${name}" with its extensions: import from ${Object.keys(externals).join(', ')}.`);
}
