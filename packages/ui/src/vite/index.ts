import type { Plugin } from 'vite';
import { extensionBuild, type ExtensionOptions } from './extension-plugin.ts';

export type { ExtensionOptions };

/** The plugins of Vite that build an extension of the dashboard and serve it while it is developed. @example plugins: [grimoireExtension()] */
export function grimoireExtension(options: ExtensionOptions = {}): Plugin[] {
  return [extensionBuild(options)];
}
