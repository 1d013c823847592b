import type { AdminConfig } from '../config/config.ts';
import { isSecretColumn } from './secret-columns.ts';
import { type ColumnDescription, type ForeignKeyDescription, type TableDescription, type TableName, tableId, tableText } from '../table.ts';

/** A table that a config names, with its config. */
export interface ConfiguredTable {
  readonly description: TableDescription;
  readonly config: AdminConfig;
}

/** The number of foreign keys that are followed to the column that their values come from. */
const maxSteps = 10;

/**
 * Decides which columns are left out: those that hold secrets, unless a config names them, and those that the database role may not read
 * (CONTRACT §13).
 */
export class LeftOut {
  readonly #describe: (table: TableName) => TableDescription | undefined;
  readonly #configs = new Map<string, AdminConfig[]>();

  /** @param describe the database's description of a table. */
  constructor(describe: (table: TableName) => TableDescription | undefined, configured: readonly ConfiguredTable[] = []) {
    this.#describe = describe;
    for (const { description, config } of configured) {
      const id = tableId(description.table);
      this.#configs.set(id, [...(this.#configs.get(id) ?? []), config]);
    }
  }

  /** Whether a model of this table and config leaves the column out. */
  has(column: ColumnDescription, description: TableDescription, config: AdminConfig): boolean {
    return this.reasonOf(column, description, config) !== undefined;
  }

  /** Why a model of this table and config leaves the column out, as the end of a sentence; undefined if it does not. */
  reasonOf(column: ColumnDescription, description: TableDescription, config: AdminConfig): string | undefined {
    const stored = this.#describe(description.table) ?? description;
    const refused = stored.columns.find((candidate) => candidate.column === column.column)?.refused?.read;
    if (refused !== undefined) return refused;
    return !isNamed(column, config) && this.#isSecret(column, description, maxSteps) ? 'looks like a secret' : undefined;
  }

  /** The columns of a table that a model with this config leaves out. */
  columnsOf(description: TableDescription, config: AdminConfig): readonly ColumnDescription[] {
    return description.columns.filter((column) => this.has(column, description, config));
  }

  /** For each table with columns that are left out, one sentence with the reason and with the way to serve them. */
  sentences(tables: readonly ConfiguredTable[]): readonly string[] {
    const sentences = tables.flatMap(({ description, config }) => {
      const table = tableText(description.table);
      const columns = this.columnsOf(description, config).map((column) => ({
        name: column.name,
        isSecret: this.reasonOf(column, description, config) === 'looks like a secret',
      }));
      const secrets = columns.filter(({ isSecret }) => isSecret).map(({ name }) => name);
      const unread = columns.filter(({ isSecret }) => !isSecret).map(({ name }) => name);
      return [
        ...sentenceOf(table, secrets, [
          'looks like a secret; name it in `fields` to serve it',
          'look like secrets; name them in `fields` to serve them',
        ]),
        ...sentenceOf(table, unread, ['the database role may not read it', 'the database role may not read them']),
      ];
    });
    return [...new Set(sentences)];
  }

  /**
   * A foreign key holds the values of the column that it references, under any name. Foreign keys that only the database declares count as
   * well.
   */
  #isSecret(column: ColumnDescription, description: TableDescription, steps: number): boolean {
    const declared = [description, this.#describe(description.table)].flatMap((table) => table?.foreignKeys ?? []);
    const keys = declared.filter((key) => key.columns.includes(column.column));
    if (keys.length === 0) return isSecretByName(column, description);
    const isSecretHere = (): boolean => isSecretByName(column, description);
    return steps > 0 && keys.some((key) => this.#isSecretAt(key, column.column, steps) ?? isSecretHere());
  }

  /** Whether the column that a foreign key references is secret; null if that column is not known. */
  #isSecretAt({ table, columns, targetColumns }: ForeignKeyDescription, from: string, steps: number): boolean | null {
    const description = this.#describe(table);
    const column = description?.columns.find((candidate) => candidate.column === targetColumns[columns.indexOf(from)]);
    if (!description || !column) return null;
    const configs = this.#configs.get(tableId(table)) ?? [];
    return !configs.some((config) => isNamed(column, config)) && this.#isSecret(column, description, steps - 1);
  }
}

function sentenceOf(table: string, columns: readonly string[], [ofOne, ofMany]: readonly [string, string]): string[] {
  if (columns.length === 0) return [];
  return columns.length === 1 ? [`${table}.${columns.join()} (${ofOne})`] : [`${table}: ${columns.join(', ')} (${ofMany})`];
}

function isNamed(column: ColumnDescription, config: AdminConfig): boolean {
  return Object.hasOwn(config.fields ?? {}, column.name);
}

/** Whether the names of a column and of its table tell that it is secret; a source may have another name for the table. */
function isSecretByName(column: ColumnDescription, { table, sourceName }: TableDescription): boolean {
  const names = [table.name, ...(sourceName === undefined ? [] : [sourceName])];
  return names.some((name) => isSecretColumn(judgedOf(column, name)));
}

function judgedOf(column: ColumnDescription, table: string): Parameters<typeof isSecretColumn>[0] {
  return {
    column: column.column,
    name: column.name,
    table,
    type: column.element?.type ?? column.type,
    dbType: column.element?.dbType ?? column.dbType,
    isOpaque: column.isOpaque === true,
    maxLength: column.element?.maxLength ?? column.maxLength,
    isForeignKey: false,
    hasChoices: (column.choices?.length ?? 0) > 0,
  };
}
