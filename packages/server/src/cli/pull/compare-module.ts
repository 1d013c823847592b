import type { PulledTable } from './pulled-tables.ts';

/** What a module says of a table. */
export interface NamedTable {
  /** The types of fields by their names. */
  readonly fields: ReadonlyMap<string, string>;
  /** The names of the fields that a new row needs, in their order. */
  readonly given: readonly string[];
}

/** The tables of a module by their names. */
export type NamedTables = ReadonlyMap<string, NamedTable>;

const tokenPattern = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[\p{ID_Start}$_][\p{ID_Continue}$]*|[^\s]/gu;

/** The tokens of a module without its comments; texts are in double quotes, as JSON has them. A formatter changes none of them. */
function tokensOf(text: string): string[] {
  const tokens = Array.from(text.matchAll(tokenPattern), ([token]) => token);
  return tokens.filter((token) => !/^\/[/*]/.test(token)).map((token) => (token.startsWith("'") ? doubleQuoted(token) : token));
}

function doubleQuoted(token: string): string {
  return `"${token
    .slice(1, -1)
    .replaceAll("\\'", "'")
    .replaceAll(/(?<!\\)"/g, '\\"')}"`;
}

/** The text of a token that is a name or a quoted text. */
function plain(token: string): string {
  return token.startsWith('"') ? (JSON.parse(token) as string) : token;
}

/** A type in one form: without the `|` that a formatter puts before the first of several lines, and with the members in order. */
function typeOf(tokens: readonly string[]): string {
  const members = tokens.join(' ').split(' | ');
  const [first = '', ...rest] = members;
  const isFlat = tokens.every((token) => token !== '(');
  const all = [first.replace(/^\| /, ''), ...rest];
  return (isFlat ? all.sort() : all).join(' | ');
}

/** The end of a block that begins at an opening brace. */
function endOf(tokens: readonly string[], start: number): number {
  const end = tokens.indexOf('}', start);
  return end === -1 ? tokens.length : end;
}

function fieldsOf(tokens: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  const starts = tokens.flatMap((token, index) => (isFieldAt(tokens, index) ? [{ index, name: plain(nameAt(tokens, index)) }] : []));
  starts.forEach(({ index, name }, place) => {
    const colon = tokens.indexOf(':', index);
    const type = tokens.slice(colon + 1, starts[place + 1]?.index).filter((token) => token !== ';' && token !== ',');
    fields.set(name, typeOf(type));
  });
  return fields;
}

/** Fields begin with `readonly`, and so do types of lists; only a field has a colon after its name. */
function isFieldAt(tokens: readonly string[], index: number): boolean {
  if (tokens[index] !== 'readonly') return false;
  return tokens[index + 2] === ':' || (tokens[index + 1] === '[' && tokens[index + 4] === ':');
}

function nameAt(tokens: readonly string[], index: number): string {
  return (tokens[index + 1] === '[' ? tokens[index + 2] : tokens[index + 1]) ?? '';
}

/** The tables that a module of `grimoire pull` names, with the types of their fields. */
export function tablesOfModule(text: string): NamedTables {
  const tokens = tokensOf(text);
  const interfaces = new Map<string, Map<string, string>>();
  const tables = new Map<string, NamedTable>();
  tokens.forEach((token, index) => {
    if (token === 'interface') interfaces.set(tokens[index + 1] ?? '', fieldsOf(tokens.slice(index + 3, endOf(tokens, index))));
    if (token === 'as' && tokens[index + 1] === 'LiveTable') {
      const fields = interfaces.get(tokens[index + 3] ?? '') ?? new Map<string, string>();
      const types = tokens.slice(index + 4, tokens.indexOf('>', index));
      const optional = types.filter((type) => type.startsWith('"')).map(plain);
      tables.set(plain(tokens[index - 1] ?? ''), { fields, given: optional.sort() });
    }
  });
  return tables;
}

/** Where a module and the database differ, one line each; empty if they agree. */
export function differences(module: NamedTables, database: readonly PulledTable[]): readonly string[] {
  const present = new Set(database.map(({ name }) => name));
  return [
    ...Array.from(module.keys()).flatMap((name) => (present.has(name) ? [] : [`Removed: table ${name}`])),
    ...database.flatMap((table) => {
      const pulled = module.get(table.name);
      return pulled ? differencesOf(table, pulled) : [`Added: table ${table.name}`];
    }),
  ];
}

function differencesOf({ name, fields }: PulledTable, { fields: known, given: before }: NamedTable): string[] {
  const present = new Set(fields.map((field) => field.name));
  const optional = fields.flatMap((field) => (field.isGiven ? [field.name] : [])).sort();
  const namesOf = (names: readonly string[]): string => names.join(', ') || 'nothing';
  return [
    ...Array.from(known.keys()).flatMap((field) => (present.has(field) ? [] : [`Removed: ${name}.${field}`])),
    ...fields.flatMap((field) => {
      const type = known.get(field.name);
      if (type === undefined) return [`Added: ${name}.${field.name} (${field.type})`];
      return type === typeOf(tokensOf(field.type)) ? [] : [`Changed: ${name}.${field.name} is ${field.type}, was ${type}`];
    }),
    ...(String(optional) === String(before) ? [] : [`Changed: a new row of ${name} needs ${namesOf(optional)}, needed ${namesOf(before)}`]),
  ];
}
