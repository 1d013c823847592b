import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { StartError } from '../errors/errors.ts';
import { isRegistration } from '../model/build/check-options.ts';
import type { ModelRegistration } from '../model/config/config.ts';

/**
 * The models that modules export, alone or in lists, in the order of the modules and of the names of their exports. Other exports are
 * ignored. Throws a {@link StartError} for a module that exports none.
 * @param modules modules by name, such as `import.meta.glob('./models/*.ts', { eager: true })` of Vite.
 */
export function modelsOf(modules: Readonly<Record<string, object>>): readonly ModelRegistration[] {
  const models = new Set<ModelRegistration>();
  for (const [name, module] of Object.entries(modules)) {
    const own = Object.values(module).flat().filter(isRegistration);
    if (own.length === 0) throw new StartError(`${name} exports no model. Export what model() returns, or leave the file out.`);
    for (const registration of own) models.add(registration);
  }
  return [...models];
}

/**
 * Imports files, and returns the models that they export, as {@link modelsOf} does. The files are imported while the service runs: a bundle
 * does not contain them.
 * @param pattern files, such as `./models/*.ts`.
 * @param base the address of the module that the pattern is relative to: `import.meta.url`. Throws a {@link StartError} if no file matches.
 */
export async function modelFiles(pattern: string, base: string): Promise<readonly ModelRegistration[]> {
  const folder = fileURLToPath(new URL('.', base));
  const names = globSync(pattern, { cwd: folder }).sort();
  if (names.length === 0) throw new StartError(`No file matches ${pattern} in ${folder}.`);
  const modules: [string, object][] = [];
  for (const name of names) modules.push([name, (await import(new URL(name, pathToFileURL(`${folder}/`)).href)) as object]);
  return modelsOf(Object.fromEntries(modules));
}
