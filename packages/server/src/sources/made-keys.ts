import { sql } from 'kysely';
import type { Database } from '../databases/database.ts';
import type { RawValue } from '../databases/statement.ts';
import { keyColumns } from '../model/build/build-field.ts';
import type { Registration } from '../model/build/registry-input.ts';
import { isIdentifierName } from '../model/naming.ts';
import type { References } from '../model/references.ts';
import type { ColumnDescription, TableName } from '../model/table.ts';
import { tableSql } from '../databases/table-sql.ts';
import { numberSql } from '../databases/literals.ts';
import { cuidPackage, loadCuid } from './cuids.ts';
import { formOfTexts, formOfUuids, type KeyForm } from './key-forms.ts';

/** The most keys that are looked at, and the milliseconds that this may take. */
const mostKeys = 100;
const timeLimit = 2000;

/** How many tables are asked at once. */
const atOnce = 5;

/** Registrations with the keys that the service makes, and what an operator should know of them. */
export interface MadeKeys {
  readonly registrations: readonly Registration[];
  readonly notes: readonly string[];
}

/** A registration with the column of its key, which neither the database nor the source makes. */
interface Keyed {
  readonly registration: Registration;
  readonly key: ColumnDescription;
  readonly form: KeyForm | undefined;
  /** Undefined if there is no form, or the library that makes it is not installed. */
  readonly make: (() => string) | undefined;
}

/**
 * The registrations, with a function that makes the key of a new row where its application makes it at random: one column of UUIDs, or of texts
 * that all have one known form.
 */
export async function withMadeKeys(database: Database, registrations: readonly Registration[], references: References): Promise<MadeKeys> {
  const open = registrations.flatMap((registration) => {
    const key = keyToMake(registration, references);
    return key ? [{ registration, key }] : [];
  });
  const keyed: Keyed[] = [];
  for (let place = 0; place < open.length; place += atOnce) {
    const some = open.slice(place, place + atOnce);
    keyed.push(...(await Promise.all(some.map((one) => withForm(database, one)))));
  }
  const byRegistration = new Map(keyed.map((one) => [one.registration, one]));
  return {
    registrations: registrations.map((registration) => made(registration, byRegistration.get(registration))),
    notes: notesOf(keyed),
  };
}

function keyToMake({ description, config }: Registration, references: References): ColumnDescription | undefined {
  const [name, ...others] = keyColumns(description, config);
  const stored = references.describe(description.table);
  const key = description.columns.find(({ column }) => column === name);
  if (!key || others.length > 0 || description.isView || config.readonly === true) return undefined;
  const isReference = [description, stored].some((table) => table?.foreignKeys.some(({ columns }) => columns.includes(key.column)));
  const alike = [key, stored?.columns.find(({ column }) => column === key.column)];
  const isFilled = alike.some((column) => column?.hasDefault === true || column?.isAutomatic === true || column?.mayBeFilled === true);
  const isMade = isFilled || stored?.hasFillingTrigger === true || config.fields?.[key.name]?.required === false;
  const isText = key.type === 'CharField' || key.type === 'TextField';
  const isRandom = key.type === 'UUIDField' || (isText && key.isOpaque !== true && key.choices === undefined);
  return isReference || isMade || key.makeDefault || key.toDriver || !isRandom ? undefined : key;
}

/** A key with the form in which it is made, if that is certain. */
async function withForm(database: Database, { registration, key }: Pick<Keyed, 'registration' | 'key'>): Promise<Keyed> {
  const keys = await someKeys(database, registration.description.table, key.column);
  const isUuid = key.type === 'UUIDField' || registration.config.fields?.[key.name]?.type === 'UUIDField';
  const form = isUuid ? formOfUuids(keys) : formOfTexts(keys);
  return { registration, key, form, make: typeof form?.make === 'number' ? await loadCuid(form.make) : form?.make };
}

/** Some keys of a table; none if they can not be read in time. */
async function someKeys(database: Database, table: TableName, column: string): Promise<readonly string[]> {
  const query = sql`SELECT ${sql.id(column)} FROM ${tableSql(table)} LIMIT ${numberSql(mostKeys)}`;
  const statement = database.dialect.fragments.compile(query);
  try {
    const rows = await database.read({ sql: statement.sql, parameters: [], isLong: true, until: Date.now() + timeLimit });
    return rows.map(([value = null]) => keyText(value));
  } catch {
    // What is wrong with the table is said where its rows are read.
    return [];
  }
}

function keyText(value: RawValue): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
}

function made(registration: Registration, keyed: Keyed | undefined): Registration {
  const { key, make } = keyed ?? {};
  if (!key || !make) return registration;
  const { description } = registration;
  const columns = description.columns.map((column) => (column === key ? { ...column, makeKey: make } : column));
  return { ...registration, description: { ...description, columns } };
}

function notesOf(found: readonly Keyed[]): string[] {
  const byForm = Map.groupBy(
    found.filter(({ make }) => make !== undefined),
    ({ form }) => form?.name ?? '',
  );
  const isUnknown = ({ key, form }: Keyed): boolean => form === undefined && isIdentifierName(key.name);
  const unknown = found.filter(isUnknown).map(({ registration }) => registration.key);
  const withoutLibrary = found.flatMap(({ registration, form, make }) =>
    make === undefined && typeof form?.make === 'number'
      ? [
          `New rows of ${registration.key} need a key from who adds them. Install "${cuidPackage(form.make)}", and the service makes it: the keys are ${form.name}.`,
        ]
      : [],
  );
  return [
    ...withoutLibrary,
    ...Array.from(byForm, ([name, keyed]) => {
      const models = keyed.map(({ registration }) => registration.key).join(', ');
      return `The database makes no keys of ${models}: the service gives new rows ${name}, as the application does. A key that is sent is kept.`;
    }),
    ...(unknown.length > 0
      ? [
          `New rows of ${unknown.join(', ')} need a key from who adds them: the rows that are there do not tell how the application makes it.`,
        ]
      : []),
  ];
}
