import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { ErrorLog } from '../../errors/error-log.ts';

/** The file that `@grimoire/ui/vite` writes beside what it builds. */
const manifestName = 'grimoire-extension.json';

const filePath = z.string().regex(/^[\w.-]+(?:\/[\w.-]+)*$/, 'Expected the path of a file of the folder.');

const manifestShape = z.object({ kit: z.string().regex(/^\d+\.\d+\.\d+/), entry: filePath, styles: z.array(filePath).default([]) });

/** What the page is told of an extension: its files, relative to the page, or why there is none. */
export type PageExtension =
  | { readonly kit: string; readonly entry: string; readonly styles: readonly string[] }
  | { readonly problem: string };

/** What was read of the folder. */
interface Content {
  /** The bytes of each file by its path in the folder, text files also compressed. No path leads out of the folder: nothing else is looked up. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly page: PageExtension;
}

/** A folder with an extension of the dashboard, as its build has left it. It is read once; while it can not be, again for each page. */
export class Extension {
  readonly #folder: string;
  readonly #log: ErrorLog;
  #content: Content | undefined;
  #told: string | undefined;

  constructor(setting: string | URL, log: ErrorLog) {
    this.#folder = resolve(setting instanceof URL ? fileURLToPath(setting) : setting);
    this.#log = log;
  }

  get page(): PageExtension {
    const content = (this.#content ??= this.#read());
    // Users are not told where files are.
    return content?.page ?? { problem: 'It is not built. The log of the service says what is missing.' };
  }

  get files(): ReadonlyMap<string, Buffer> {
    return (this.#content ??= this.#read())?.files ?? new Map<string, Buffer>();
  }

  #read(): Content | undefined {
    const read = readExtension(this.#folder);
    if (typeof read !== 'string') return read;
    if (this.#told !== read) this.#log.warn(`The extension of the dashboard at ${this.#folder} ${read}`, {});
    this.#told = read;
    return undefined;
  }
}

/** @returns what is wrong, or the files and what the page is told of them */
function readExtension(folder: string): string | Content {
  if (!existsSync(folder))
    return 'is not there. Build it, or name the folder that its build writes. If your application is built, its build must copy the folder: with Next.js, add it to `outputFileTracingIncludes`.';
  const manifest = manifestOf(join(folder, manifestName));
  if (typeof manifest === 'string') return manifest;
  const files = filesOf(folder);
  const missing = [manifest.entry, ...manifest.styles].find((name) => !files.has(name));
  if (missing !== undefined) return `lacks ${missing}, which its ${manifestName} names. Build it again.`;
  const { kit, entry, styles } = manifest;
  return { files, page: { kit, entry: `./extension/${entry}`, styles: styles.map((name) => `./extension/${name}`) } };
}

function manifestOf(file: string): string | z.infer<typeof manifestShape> {
  if (!existsSync(file))
    return `has no ${manifestName}. Build it with the plugin of "@grimoire/ui/vite", or name the folder that its build writes.`;
  try {
    return manifestShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return `has a ${manifestName} that can not be read. Build it again.`;
  }
}

/** Links are not followed: one could lead out of the folder. Names that begin with a dot are not served: they are not of a build, and may hold secrets. */
function filesOf(folder: string, files: Map<string, Buffer> = new Map(), path = ''): ReadonlyMap<string, Buffer> {
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const name = `${path}${entry.name}`;
    if (entry.isDirectory()) filesOf(folder, files, `${name}/`);
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(folder, name));
    files.set(name, bytes);
    if (/\.(?:js|css|json|svg|map)$/.test(name)) files.set(`${name}.gz`, gzipSync(bytes));
  }
  return files;
}

/** A script with the addresses of what an extension imports, and the source by which a policy allows it. */
export interface ImportMap {
  readonly script: string;
  readonly source: string;
}

/** @param shared the files of the dashboard by the names under which an extension imports them @param base of the files' addresses */
export function importMapOf(shared: Readonly<Record<string, string>>, base: string): ImportMap {
  const imports = Object.fromEntries(Object.entries(shared).map(([name, file]) => [name, `${base}${file}`]));
  const text = JSON.stringify({ imports });
  const hash = createHash('sha256').update(text).digest('base64');
  return { script: `<script type="importmap">${text}</script>`, source: `'sha256-${hash}'` };
}
