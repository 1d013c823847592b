import type { Plugin, UserConfig } from 'vite';
import { externals } from './externals.ts';
import { kitVersion } from './kit-version.ts';

/** Where an extension is, and where its build goes. */
export interface BuildOptions {
  readonly entry: string;
  readonly outDir: string;
}

/**
 * Builds an extension of the dashboard: modules for the browser that import React and the kit from the dashboard, with names that change with
 * their content, and a file that tells the service which they are.
 */
export function extensionBuild({ entry, outDir }: BuildOptions): Plugin {
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
