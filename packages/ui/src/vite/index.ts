import type { Plugin } from 'vite';
import { extensionDevelopment } from './dev-plugin.ts';
import { extensionBuild } from './extension-plugin.ts';

/** Where an extension is, where its build goes, and the service that it is developed with. */
export interface ExtensionOptions {
  /** The file whose default export is the extension: `src/index.tsx` by default. */
  readonly entry?: string;
  /** The folder for the service: `dist/admin-ui` by default. */
  readonly outDir?: string;
  /** The origin of the service that the development server stands before: `GRIMOIRE_SERVICE`, or `http://localhost:8000`. */
  readonly service?: string;
}

/** The plugins of Vite that build an extension of the dashboard and serve it while it is developed. @example plugins: [grimoireExtension()] */
export function grimoireExtension({
  entry = 'src/index.tsx',
  outDir = 'dist/admin-ui',
  service = process.env['GRIMOIRE_SERVICE'] ?? 'http://localhost:8000',
}: ExtensionOptions = {}): Plugin[] {
  return [extensionBuild({ entry, outDir }), extensionDevelopment({ entry, service })];
}
