import { modelNameOf, uniqueNames } from '../../sources/live-names.ts';
import type { PulledTable } from './pulled-tables.ts';

/** The words by which a file is recognised as one that `grimoire pull` wrote. */
export const madeBy = 'Made by `grimoire pull`.';

const head = `/**
 * The tables of the database, for \`model()\`: names and types alone, the service reads everything else from the database.
 * ${madeBy} Run it again after a change of the database; \`grimoire pull --check\` prints where the two differ.
 */
import type { LiveTable } from 'grimoire';
`;

/** The module that names tables and the types of their rows. Equal tables give an equal text. */
export function moduleText(tables: readonly PulledTable[]): string {
  const names = interfaceNames(tables);
  const interfaces = tables.map((table, index) => interfaceText(table, names[index] ?? ''));
  const members = tables.map((table, index) => memberText(table, names[index] ?? ''));
  return `${head}${interfaces.join('')}\nexport const tables = {\n${members.join('')}};\n`;
}

/** A table, with the names of the fields that a new row needs. */
function memberText({ name, fields }: PulledTable, interfaceName: string): string {
  const optional = fields.filter((field) => field.isGiven).map((field) => textOf(field.name));
  const types = [interfaceName, ...(optional.length > 0 ? [optional.join(' | ')] : [])].join(', ');
  return `  ${propertyOf(name)}: ${textOf(name)} as LiveTable<${types}>,\n`;
}

function interfaceText({ name, notes, fields }: PulledTable, interfaceName: string): string {
  const members = fields.map((field) => {
    const comment = field.notes.length > 0 ? `  /** ${commentOf(field.notes.join(' '))} */\n` : '';
    return `${comment}  readonly ${propertyOf(field.name)}: ${field.type};\n`;
  });
  return `\n/** ${commentOf([`\`${name}\`.`, ...notes].join(' '))} */\nexport interface ${interfaceName} {\n${members.join('')}}\n`;
}

/** A text that ends no comment, on one line. */
function commentOf(text: string): string {
  return text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ');
}

function interfaceNames(tables: readonly PulledTable[]): readonly string[] {
  const names = tables.map(({ name }) => {
    const letters = modelNameOf(name).replaceAll(/[^\p{ID_Continue}]/gu, '');
    return /^\p{ID_Start}/u.test(letters) ? letters : `Table${letters}`;
  });
  return uniqueNames(names, ['LiveTable']);
}

/** A name as that of a property. In a literal, a plain `__proto__` would be no property. */
function propertyOf(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : textOf(name);
}

function textOf(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
