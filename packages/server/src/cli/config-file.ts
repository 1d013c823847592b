import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from './usage-error.ts';

/** The names of a config that no option names, in the order in which they are tried. */
export const usualConfigs: readonly string[] = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((extension) => `grimoire.config.${extension}`);

/** The path of the config in the working directory; undefined if there is none. */
export function usualConfig(): string | undefined {
  return usualConfigs.map((name) => resolve(name)).find((file) => existsSync(file));
}

/** Node's error codes for configs that jiti may be able to load: extensionless imports, enums, an ES module in a CommonJS package. */
const forJiti: ReadonlySet<string | undefined> = new Set([
  'ERR_MODULE_NOT_FOUND',
  'MODULE_NOT_FOUND',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'ERR_REQUIRE_ASYNC_MODULE',
]);

/** What `server-only` throws wherever no bundler of pages has replaced it. */
const pageGuard = /cannot be imported from a Client Component module/;

function isForJiti(error: unknown): boolean {
  if (error instanceof Error && pageGuard.test(error.message)) return true;
  const isOtherKind = error instanceof ReferenceError && / is not defined in ES module scope/.test(error.message);
  return error instanceof SyntaxError || isOtherKind || forJiti.has((error as { code?: string }).code);
}

/** Imports a config by Node itself, or by jiti. Throws a `UsageError` if an imported file or package does not exist. */
export async function importConfig(file: string): Promise<unknown> {
  // Node would print a warning, and then refuse the file.
  if (isModuleOfCommonJs(file)) return importByJiti(file);
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    if (!isForJiti(error)) throw error;
    return importByJiti(file);
  }
}

/** Whether a file is written as an ES module, but `package.json` declares files to be CommonJS. */
function isModuleOfCommonJs(file: string): boolean {
  if (!['.js', '.ts'].includes(extname(file))) return false;
  const manifest = findPackageJSON(pathToFileURL(file));
  if (manifest === undefined || basename(manifest) !== 'package.json') return false;
  const { type } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly type?: unknown };
  return type === 'commonjs' && /^\s*(import|export)[\s{*'"]/m.test(readFileSync(file, 'utf8'));
}

/** The nearest `tsconfig.json` or `jsconfig.json` above a file, whose path aliases apply to it. */
function compilerConfigOf(file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const path = ['tsconfig.json', 'jsconfig.json'].map((name) => join(folder, name)).find((each) => existsSync(each));
    if (path !== undefined || folder === dirname(folder)) return path;
  }
}

async function importByJiti(file: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  // The config must use this copy of the library, so that its classes are the same. `server-only` keeps modules out of pages; this is none.
  const virtualModules = { grimoire: await import('../index.ts'), 'server-only': {} };
  try {
    return await createJiti(import.meta.url, { virtualModules, tsconfigPaths: compilerConfigOf(file) ?? false }).import(file);
  } catch (error) {
    const { code, message, requireStack } = error as { code?: unknown; message?: unknown; requireStack?: readonly string[] };
    const [, missing] = /^Cannot find (?:module|package) '([^']+)'/.exec(String(message)) ?? [];
    if (code !== 'MODULE_NOT_FOUND' || missing === undefined) throw error;
    throw new UsageError(`${requireStack?.[0] ?? file} imports "${missing}", which is not there.`);
  }
}
