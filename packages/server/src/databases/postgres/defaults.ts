import type { Constant } from '../../model/table.ts';
import { type ColumnDefault, withoutBrackets } from '../column-default.ts';

/** Names of one type, or of types whose constants are read alike. */
const families: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    text: 'text,character varying,varchar,character,char,bpchar,citext,name',
    numeric: 'smallint,integer,bigint,numeric,decimal,real,double precision,int,int2,int4,int8,smallserial,serial,bigserial',
    boolean: 'boolean,bool',
    timestamp: 'timestamp,timestamp without time zone',
    timestamptz: 'timestamptz,timestamp with time zone',
    time: 'time,time without time zone',
  }).flatMap(([family, names]) => names.split(',').map((name) => [name, family])),
);

function familyOf(type: string): string {
  const bare = type
    .toLowerCase()
    .replaceAll(/\s*\([\d, -]*\)/g, '')
    .trim();
  return bare.endsWith('[]') ? `${familyOf(bare.slice(0, -2))}[]` : (families[bare] ?? bare);
}

/**
 * Reads a default.
 * @param expression as the database writes it, or as a schema of an application has it.
 * @param type the type of the column.
 */
export function postgresDefault(expression: string, type: string): ColumnDefault {
  const text = withoutBrackets(expression);
  if (/^NULL(::.+)?$/is.test(text)) return {};
  if (isNow(text)) return { hasDefault: true, ownTime: 'default' };
  const constant = constantOf(text, type);
  return { hasDefault: true, ...(constant === undefined || constant === null ? {} : { constant }) };
}

const literal = /^(?:(E?)'((?:[^']|'')*)'|([+-]?\d+(?:\.\d+)?)|(true|false|NULL))(?:::(.+))?$/is;

/** The constant that an expression is; undefined if it is none, or of another type than the column, so that the session decides how it is read. */
function constantOf(expression: string, type: string): Constant | null | undefined {
  const listed = /^\(?ARRAY\[(.*?)\]\)?(?:::[\w .,()"]+\[\])?$/is.exec(expression)?.[1];
  if (listed !== undefined) return type.endsWith('[]') ? listOf(partsOf(listed), type.slice(0, -2)) : undefined;
  const [whole, escape, quoted, number, word, cast] = literal.exec(withoutBrackets(expression)) ?? [];
  if (whole === undefined || cast?.includes('::') || (cast !== undefined && familyOf(cast) !== familyOf(type))) return undefined;
  if (word?.toUpperCase() === 'NULL') return null;
  if (quoted === undefined) return storedText(number ?? word ?? '', type);
  const text = quoted.replaceAll("''", "'");
  return storedText(escape ? text.replaceAll('\\\\', '\\') : text, type);
}

/** The constant that the text is in a column of this type. */
function storedText(text: string, type: string): Constant | undefined {
  if (type.endsWith('[]')) return elementsOf(text, type.slice(0, -2));
  const family = familyOf(type);
  if (family === 'boolean') return /^(?:t|true)$/i.test(text) ? '1' : /^(?:f|false)$/i.test(text) ? '0' : undefined;
  // Without a zone, it is the time of the session. With fewer digits than it has, the column rounds it.
  if (family === 'timestamptz' && !/(?:Z|[+-]\d\d(?::?\d\d)?|infinity)$/.test(text)) return undefined;
  return /^(?:time|interval)/.test(family) && type.includes('(') && text.includes('.') ? undefined : text;
}

function listOf(parts: readonly string[], type: string): Constant | undefined {
  const constants = parts.map((part) => constantOf(part.trim(), type));
  return constants.every((constant) => constant !== undefined) ? constants : undefined;
}

/** What stands between the commas outside of quotes and brackets. */
function partsOf(list: string): string[] {
  return list.match(/(?:'(?:[^']|'')*'|\([^)]*\)|[^,'(])+/g) ?? [];
}

/** The elements of an array in PostgreSQL's own syntax; undefined if it has several dimensions. */
function elementsOf(text: string, type: string): Constant | undefined {
  const inside = /^\{(.*)\}$/s.exec(text)?.[1];
  if (inside === undefined) return undefined;
  const elements = inside.trim() === '' ? [] : (inside.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/gs) ?? []).map((part) => part.trim());
  if (elements.some((element) => /^[^"]*[{}\\]/.test(element))) return undefined;
  const constants = elements.map((element) => {
    if (element.toUpperCase() === 'NULL') return null;
    return storedText(element.startsWith('"') ? element.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : element, type);
  });
  return constants.every((constant) => constant !== undefined) ? constants : undefined;
}

const clock = String.raw`(?:(?:now|statement_timestamp|clock_timestamp|transaction_timestamp)\(\)|current_(?:timestamp|date|time)(?:\(\d\))?|localtime(?:stamp)?(?:\(\d\))?|\('now'::text\)::(?:date|time)[a-z ()\d]*)`;
const zone = String.raw`'[\w/+-]+'(?:::text)?`;
const conversions: readonly (readonly [RegExp, string])[] = [
  [/^(.*?) ?\* ?\(?'?1000(?:\.0)?'?\)?(?:::[a-z ]+)?$/s, '$1'],
  [/^\((.*)\)::[a-z ]+(?:\(\d\))?(?: without time zone| with time zone)?$/s, '$1'],
  [/^(.*[^:])::[a-z ]+(?:\(\d\))?(?: without time zone| with time zone)?$/s, '$1'],
  [/^cast\((.*) as [a-z ]+(?:\(\d\))?(?: without time zone| with time zone)?\)$/s, '$1'],
  [new RegExp(`^(.*) at time zone ${zone}$`, 's'), '$1'],
  [new RegExp(`^timezone\\(${zone}, ?(.*)\\)$`, 's'), '$1'],
  [/^(?:extract\(epoch from (.*)\)|date_part\('epoch'(?:::text)?, ?(.*)\))$/s, '$1$2'],
  [/^(?:floor|round|trunc)\((.*)\)$/s, '$1'],
];

/** Whether an expression is the current time, perhaps in another zone or type, or as a number, and nothing is added to it. */
function isNow(expression: string): boolean {
  let text = withoutBrackets(expression.toLowerCase());
  for (;;) {
    if (new RegExp(`^${clock}$`).test(text)) return true;
    const conversion = conversions.find(([pattern]) => pattern.test(text));
    if (!conversion) return false;
    text = withoutBrackets(text.replace(conversion[0], conversion[1]));
  }
}
