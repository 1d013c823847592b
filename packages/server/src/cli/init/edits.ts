/** A text after an edit, with what was added; `added` is empty if nothing was. */
export interface Edited {
  readonly text: string;
  readonly added: readonly string[];
}

/**
 * Adds scripts to the text of a `package.json`, whose indentation and line ends stay. A script that exists is never replaced.
 * Throws a `SyntaxError` if the text is no JSON.
 */
export function addScripts(text: string, scripts: Readonly<Record<string, string>>): Edited {
  const manifest = JSON.parse(text.replace(/^\uFEFF/, '')) as { readonly scripts?: Readonly<Record<string, string>> };
  const existing = manifest.scripts ?? {};
  const added = Object.keys(scripts).filter((name) => !Object.hasOwn(existing, name));
  if (added.length === 0) return { text, added };
  const own = Object.fromEntries(added.map((name) => [name, scripts[name]]));
  const indent = /^[\t ]+/m.exec(text)?.[0] ?? '  ';
  const written = JSON.stringify({ ...manifest, scripts: { ...existing, ...own } }, null, indent);
  const end = /\s*$/.exec(text)?.[0] ?? '';
  return { text: `${text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written}${end}`, added };
}

/** Adds variables to the text of an `.env` file. `known` are those that it has: they are never replaced. */
export function addVariables(text: string, known: ReadonlySet<string>, variables: Readonly<Record<string, string>>): Edited {
  const added = Object.keys(variables).filter((name) => !known.has(name));
  const lines = added.map((name) => `${name}=${quoted(variables[name] ?? '')}\n`);
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return { text: added.length === 0 ? text : `${start}${lines.join('')}`, added };
}

/** A value of `.env`: `#` and spaces would end one without quotes. */
function quoted(value: string): string {
  if (/^[\w./:@+=?&%-]*$/.test(value)) return value;
  return value.includes('"') ? `'${value}'` : `"${value}"`;
}

const patterns = new Set(['.env', '/.env', '**/.env', '.env*', '/.env*', '*.env']);

/** Adds `.env` to the text of a `.gitignore`, if no line of it matches that file. */
export function ignoreEnvironment(text: string): Edited {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines.some((line) => patterns.has(line))) return { text, added: [] };
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return { text: `${start}.env\n`, added: ['.env'] };
}
