import type { Dialect } from '../../support/databases.ts';
import { Dice } from '../dice.ts';

/** A column of a random table. */
export interface FuzzColumn {
  readonly name: string;
  readonly kind: 'integer' | 'text' | 'real' | 'numeric' | 'blob' | 'json' | 'moment' | 'boolean';
  readonly isUnique: boolean;
}

/** A foreign key to another table, or to the same one. */
interface Reference {
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
  readonly rules: string;
}

/** A random table. Columns of references are integers or texts, as those that they point to. */
export interface FuzzTable {
  readonly name: string;
  /** The columns of the key, and whether each is a number. Empty for a table without one. */
  readonly key: readonly FuzzColumn[];
  readonly columns: readonly FuzzColumn[];
  readonly references: readonly Reference[];
  /** SQL of a generated column. */
  readonly generated: string | undefined;
  readonly isPartitioned: boolean;
  readonly isWithoutRowid: boolean;
  readonly hasTrash: boolean;
}

export interface FuzzWorld {
  readonly dialect: Dialect;
  readonly seed: number;
  readonly tables: readonly FuzzTable[];
  /** A table of pairs, and the tables that it links. */
  readonly link: { readonly name: string; readonly from: FuzzTable; readonly to: FuzzTable } | undefined;
  readonly hasHooks: boolean;
  readonly setup: string;
  readonly triggers: readonly string[];
}

const names = ['alpha', 'order', '日本語', 'Mixed Case', 'a"b', 'x.y', 'select'] as const;
const columnNames = ['plain', 'group', 'Größe', 'a b', 'q"t', 'back\\slash', 'do.t', '~id'] as const;
const kinds = ['integer', 'text', 'real', 'numeric', 'blob', 'json', 'moment', 'boolean'] as const;

const types: Readonly<Record<FuzzColumn['kind'], Readonly<Record<Dialect, string>>>> = {
  integer: { sqlite: 'integer', postgres: 'bigint' },
  text: { sqlite: 'text', postgres: 'text' },
  real: { sqlite: 'real', postgres: 'double precision' },
  numeric: { sqlite: 'numeric(20, 4)', postgres: 'numeric' },
  blob: { sqlite: 'blob', postgres: 'bytea' },
  json: { sqlite: 'json', postgres: 'json' },
  moment: { sqlite: 'datetime', postgres: 'timestamptz' },
  boolean: { sqlite: 'boolean', postgres: 'boolean' },
};

/** One of the tables. */
export function tableOf(dice: Dice, tables: readonly FuzzTable[]): FuzzTable {
  const table = dice.pick(tables);
  if (!table) throw new Error('There is no table.');
  return table;
}

/** The tables that have a model: PostgreSQL has no way to tell rows without a key apart. */
export function modelled({ dialect, tables }: Pick<FuzzWorld, 'dialect' | 'tables'>): readonly FuzzTable[] {
  return tables.filter(({ key }) => dialect === 'sqlite' || key.length > 0);
}

/** A name as SQL has it. */
export function named(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A value of a column as SQL. */
export function literalOf(dice: Dice, kind: FuzzColumn['kind'], dialect: Dialect): string {
  if (dice.chance(0.15)) return 'NULL';
  switch (kind) {
    case 'integer':
      return dice.pick(['0', '1', '-5', '9223372036854775807', '9007199254740993', String(dice.below(20))]);
    case 'text':
      return dice.pick(["''", "'a'", "'it''s {\"x\": 1}'", '\'日本 \\ "q"\'', `'t${dice.below(20)}'`]);
    case 'real':
      return dialect === 'postgres'
        ? `${dice.pick(["'NaN'", "'Infinity'", "'-0'", '0.1 + 0.2', '1e300', '3'])}::float8`
        : dice.pick(['9e999', '-9e999', '0.1 + 0.2', '1e300', '3', '-0.0']);
    case 'numeric':
      return dialect === 'postgres'
        ? dice.pick(["'NaN'::numeric", '0.10', '12345678901234567890.123', '7'])
        : dice.pick(['0.10', '1e17', '7', "'12.50'"]);
    case 'blob':
      return dialect === 'postgres' ? dice.pick(["'\\x00ff'::bytea", "''::bytea"]) : dice.pick(["x'00ff'", "x''"]);
    case 'json':
      return dice.pick(['\'{"a":  1, "a": 2}\'', "' [1,2]'", "'null'"]);
    case 'moment':
      return dice.pick(["'2026-01-02T03:04:05.678Z'", "'1999-12-31T23:59:59Z'"]);
    case 'boolean':
      return dialect === 'postgres' ? dice.pick(['true', 'false']) : dice.pick(['1', '0']);
  }
}

/** A key that a row may have. */
export function keyLiteral(dice: Dice, kind: FuzzColumn['kind'], most = 8): string {
  return keyText(1 + dice.below(most), kind);
}

function keyText(number: number, kind: FuzzColumn['kind']): string {
  return kind === 'integer' ? String(number) : `'k${number}'`;
}

function columnsOf(dice: Dice): FuzzColumn[] {
  return dice
    .shuffled(columnNames)
    .slice(0, 1 + dice.below(4))
    .map((name): FuzzColumn => {
      const kind = dice.pick(kinds);
      return { name, kind, isUnique: dice.chance(0.1) && (kind === 'integer' || kind === 'text') };
    });
}

function keyOf(dice: Dice, place: number): FuzzColumn[] {
  const part = (name: string): FuzzColumn => ({ name, kind: dice.pick(['integer', 'integer', 'text']), isUnique: false });
  if (place > 0 && dice.chance(0.1)) return [];
  return dice.chance(0.25) ? [part('k1'), part('order')] : [part(dice.pick(['id', 'key']))];
}

const rules = ['CASCADE', 'CASCADE', 'SET NULL', 'SET NULL', 'RESTRICT', 'NO ACTION', 'SET DEFAULT'] as const;

/** Random tables. */
export function worldOf(dialect: Dialect, seed: number): FuzzWorld {
  const dice = new Dice(seed);
  const bare = dice
    .shuffled(names)
    .slice(0, 2 + dice.below(4))
    .map((name, place) => ({ name, key: keyOf(dice, place), columns: columnsOf(dice) }));
  const tables = bare.map((table): FuzzTable => {
    const references = Array.from({ length: dice.below(3) }, (_, index): Reference | null => {
      const target = dice.pick(bare);
      if (!target || target.key.length === 0) return null;
      const columns = target.key.map((_column, place) => `ref${index}_${place}`);
      const late = dice.chance(0.2) ? ' DEFERRABLE INITIALLY DEFERRED' : '';
      const text = `ON DELETE ${dice.pick(rules)} ON UPDATE ${dice.pick(['CASCADE', 'NO ACTION'])}${late}`;
      return { columns, target: target.name, targetColumns: target.key.map(({ name }) => name), rules: text };
    }).filter((reference) => reference !== null);
    const first = table.columns[0]?.name ?? '';
    const isText = table.columns[0]?.kind === 'text';
    return {
      ...table,
      references,
      generated: dice.chance(0.15) && isText ? `length(${named(first)})` : undefined,
      isPartitioned:
        dialect === 'postgres' && table.key.length > 0 && dice.chance(0.15) && table.columns.every(({ isUnique }) => !isUnique),
      isWithoutRowid: dialect === 'sqlite' && table.key.length > 0 && dice.chance(0.15),
      hasTrash: dice.chance(0.1),
    };
  });
  const single = tables.filter(({ key }) => key.length === 1);
  const [from, to] = [dice.pick(single), dice.pick(single)];
  const link = from && to && dice.chance(0.5) ? { name: 'pairs', from, to } : undefined;
  const world = { dialect, seed, tables, link, hasHooks: dice.chance(0.4) };
  return { ...world, setup: setupOf(dice, world), triggers: triggersOf(dice, world) };
}

type Bare = Omit<FuzzWorld, 'setup' | 'triggers'>;

function kindOf(tables: readonly FuzzTable[], { target, targetColumns }: Reference, place: number): FuzzColumn['kind'] {
  return tables.find(({ name }) => name === target)?.key.find(({ name }) => name === targetColumns[place])?.kind ?? 'integer';
}

function createOf(table: FuzzTable, { dialect, tables }: Bare): string {
  const columns = [
    ...table.key.map(({ name, kind }) => `${named(name)} ${types[kind][dialect]} NOT NULL`),
    ...table.references.flatMap((reference) =>
      reference.columns.map((name, place) => `${named(name)} ${types[kindOf(tables, reference, place)][dialect]}`),
    ),
    ...table.columns.map(({ name, kind, isUnique }) => `${named(name)} ${types[kind][dialect]}${isUnique ? ' UNIQUE' : ''}`),
    ...(table.generated === undefined ? [] : [`made integer GENERATED ALWAYS AS (${table.generated}) STORED`]),
    ...(table.hasTrash ? [`deleted_at ${types.moment[dialect]}`] : []),
    ...(table.key.length === 0 ? [] : [`PRIMARY KEY (${list(table.key.map(({ name }) => name))})`]),
    ...(dialect === 'sqlite' ? table.references.map(foreignKeyOf) : []),
  ];
  const key = named(table.key[0]?.name ?? '');
  const partition = table.isPartitioned ? ` PARTITION BY HASH (${key})` : '';
  const create = `CREATE TABLE ${named(table.name)} (${columns.join(', ')})${partition}${table.isWithoutRowid ? ' WITHOUT ROWID' : ''};`;
  if (!table.isPartitioned) return create;
  const parts = [0, 1, 2].map(
    (rest) =>
      `CREATE TABLE ${named(`${table.name}_${rest}`)} PARTITION OF ${named(table.name)} FOR VALUES WITH (MODULUS 3, REMAINDER ${rest});`,
  );
  return [create, ...parts].join('\n');
}

function foreignKeyOf({ columns, target, targetColumns, rules: text }: Reference): string {
  return `FOREIGN KEY (${list(columns)}) REFERENCES ${named(target)} (${list(targetColumns)}) ${text}`;
}

function list(columns: readonly string[]): string {
  return columns.map(named).join(', ');
}

/** Tables and rows. Rows point to others after all are there. */
function setupOf(dice: Dice, world: Bare): string {
  const { dialect, tables, link } = world;
  const statements = tables.map((table) => createOf(table, world));
  for (const { name, key, columns } of tables) {
    const all = list([...key, ...columns].map((column) => column.name));
    for (let row = 1; row <= 10; row++) {
      const values = [
        ...key.map(({ kind }, place) => (place === 0 && row < 8 ? keyText(row, kind) : keyLiteral(dice, kind))),
        ...columns.map(({ kind }) => literalOf(dice, kind, dialect)),
      ];
      statements.push(`INSERT INTO ${named(name)} (${all}) VALUES (${values.join(', ')}) ON CONFLICT DO NOTHING;`);
    }
  }
  if (dialect === 'postgres')
    for (const { name, references } of tables)
      for (const reference of references) statements.push(`ALTER TABLE ${named(name)} ADD ${foreignKeyOf(reference)};`);
  for (const { name, references } of tables)
    for (const { columns, target, targetColumns } of references) {
      const chosen = `FROM (SELECT ${targetColumns.map((column, place) => `${named(column)} AS c${place}`).join(', ')} FROM ${named(target)} LIMIT ${1 + dice.below(3)}) AS s ORDER BY random() LIMIT 1`;
      // Where the condition is about the row, the subquery is run for each.
      const sets =
        columns.length === 1
          ? `${list(columns)} = (SELECT c0 ${chosen})`
          : `(${list(columns)}) = (SELECT ${columns.map((_, place) => `c${place}`).join(', ')} ${chosen})`;
      statements.push(`UPDATE ${named(name)} SET ${sets};`);
    }
  if (link) statements.push(...linkOf(dice, link, dialect));
  return statements.join('\n');
}

function linkOf(dice: Dice, { name, from, to }: NonNullable<FuzzWorld['link']>, dialect: Dialect): string[] {
  const column = (own: string, table: FuzzTable): string => {
    const [key] = table.key;
    return `${own} ${types[key?.kind ?? 'integer'][dialect]} NOT NULL REFERENCES ${named(table.name)} (${named(key?.name ?? '')}) ON DELETE CASCADE ON UPDATE CASCADE`;
  };
  const pairs = `SELECT f.${named(from.key[0]?.name ?? '')}, t.${named(to.key[0]?.name ?? '')} FROM ${named(from.name)} AS f CROSS JOIN ${named(to.name)} AS t LIMIT ${1 + dice.below(6)}`;
  return [
    `CREATE TABLE ${name} (${column('from_id', from)}, ${column('to_id', to)}, PRIMARY KEY (from_id, to_id));`,
    `INSERT INTO ${name} ${pairs};`,
  ];
}

/** A statement that writes into a table, as triggers and handlers run it. */
export function statementOf(dice: Dice, { dialect, tables, link }: Pick<FuzzWorld, 'dialect' | 'tables' | 'link'>): string {
  if (link && dice.chance(0.1)) return `DELETE FROM ${link.name} WHERE from_id = ${keyLiteral(dice, link.from.key[0]?.kind ?? 'integer')}`;
  const { name, key, columns } = tableOf(dice, tables);
  const where = key.map((column) => `${named(column.name)} = ${keyLiteral(dice, column.kind)}`).join(' AND ');
  const own = dice.pick(columns);
  const set = own ? `${named(own.name)} = ${literalOf(dice, own.kind, dialect)}` : '1 = 1';
  const condition = where === '' || dice.chance(0.2) ? '' : ` WHERE ${where}`;
  const insert = `INTO ${named(name)} (${list([...key, ...columns].map((column) => column.name))}) VALUES (${[...key.map(({ kind }) => keyLiteral(dice, kind)), ...columns.map(({ kind }) => literalOf(dice, kind, dialect))].join(', ')})`;
  const ends = [
    `UPDATE ${named(name)} SET ${set}${condition}`,
    `UPDATE ${named(name)} SET ${set}${condition}`,
    `DELETE FROM ${named(name)}${condition}`,
    `INSERT ${insert} ON CONFLICT DO NOTHING`,
    dialect === 'sqlite' ? `REPLACE ${insert}` : `INSERT ${insert}`,
  ] as const;
  return dice.pick(ends);
}

function triggersOf(dice: Dice, world: Bare): string[] {
  const { dialect, tables } = world;
  return Array.from({ length: dice.below(3) }, (_, index) => {
    const on = named(dice.pick(tables)?.name ?? '');
    const event = dice.pick(['INSERT', 'UPDATE', 'DELETE']);
    const statement = statementOf(dice, world);
    if (dialect === 'sqlite')
      return `CREATE TRIGGER trigger${index} AFTER ${event} ON ${on} BEGIN ${statement.replace(' ON CONFLICT DO NOTHING', '').replace(/^INSERT /, 'INSERT OR IGNORE ')}; END;`;
    const make = `CREATE FUNCTION trigger${index}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$;`;
    const isLate = dice.chance(0.25);
    const kind = isLate ? 'CREATE CONSTRAINT TRIGGER' : 'CREATE TRIGGER';
    const late = isLate ? ' DEFERRABLE INITIALLY DEFERRED' : '';
    return `${make} ${kind} trigger${index} AFTER ${event} ON ${on}${late} FOR EACH ROW WHEN (pg_trigger_depth() < 2) EXECUTE FUNCTION trigger${index}();`;
  });
}
