import type { TestDatabase } from '../support/databases.ts';
import { matches, type ReadPath } from './rules.ts';
import type { FuzzUser } from './users.ts';
import type { Column } from './world.ts';
import { isSecret, type ModelPlan, seeSome } from './world-config.ts';
import { named } from './world-sql.ts';

export type ModelRight = 'view' | 'add' | 'change' | 'delete';

/** A row as the database has it: the text of each column by its field's name. */
export interface StoredRow {
  /** Its key in the form of the API. */
  readonly key: string;
  readonly cells: ReadonlyMap<string, string | null>;
}

/** The rows of all tables at one time, by the model's key. */
export type Snapshot = ReadonlyMap<string, ReadonlyMap<string, StoredRow>>;

/** Reads all tables, by statements that share nothing with the service. */
export async function readTables(database: TestDatabase, plans: readonly ModelPlan[]): Promise<Snapshot> {
  const snapshot = new Map<string, ReadonlyMap<string, StoredRow>>();
  for (const plan of plans) snapshot.set(plan.key, await readTable(database, plan));
  return snapshot;
}

async function readTable(database: TestDatabase, { table }: ModelPlan): Promise<ReadonlyMap<string, StoredRow>> {
  const texts = table.columns.map(({ name }, place) => {
    const text = database.dialect === 'postgres' ? `${named(name)}::text` : `quote(${named(name)})`;
    return `${text} AS c${place}`;
  });
  const rows = await database.query(`SELECT ${texts.join(', ')} FROM ${named(table.name)}`);
  const found = rows.map((row): [string, StoredRow] => {
    const cells = new Map(
      table.columns.map((column, place): [string, string | null] => {
        const raw = row[`c${place}`];
        const text = typeof raw === 'string' ? raw : null;
        return [column.field, database.dialect === 'postgres' ? plain(text, column) : unquoted(text ?? 'NULL', column)];
      }),
    );
    const key = keyText(table.key.map(({ field }) => cells.get(field) ?? ''));
    return [key, { key, cells }];
  });
  return new Map(found);
}

/** PostgreSQL's text of an address has its mask. */
function plain(text: string | null, { kind }: Column): string | null {
  return kind === 'address' ? (text?.replace(/\/(32|128)$/, '') ?? null) : text;
}

/** The value of SQLite's `quote`. */
function unquoted(text: string, { kind }: Column): string | null {
  if (text === 'NULL') return null;
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (kind === 'flag' && /^[01]$/.test(text)) return text === '1' ? 'true' : 'false';
  return text;
}

/** A key in the form of the API: the parts of a composite one are escaped and joined (CONTRACT §1). */
export function keyText(parts: readonly string[]): string {
  if (parts.length === 1) return parts[0] ?? '';
  return parts.map((part) => part.replaceAll(/[^A-Za-z0-9.-]/gu, escaped)).join('~');
}

function escaped(character: string): string {
  return Array.from(Buffer.from(character), (byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** Says what a user may see, from the plans of a world and the rows of its tables alone: plain, and slow. */
export class Oracle {
  readonly plans: readonly ModelPlan[];
  snapshot: Snapshot;

  constructor(plans: readonly ModelPlan[], snapshot: Snapshot) {
    this.plans = plans;
    this.snapshot = snapshot;
  }

  plan(key: string): ModelPlan | undefined {
    return this.plans.find((plan) => plan.key === key);
  }

  may(user: FuzzUser, plan: ModelPlan, right: string): boolean {
    if (plan.isReadonly && right !== 'view' && right !== 'export' && right !== seeSome) return false;
    if (right === 'add' && this.#lacksSecret(plan)) return false;
    return this.holds(user, plan, right);
  }

  /** Whether the user has been given the right, also on a model that is read-only. */
  holds(user: FuzzUser, plan: ModelPlan, right: string): boolean {
    return user.isSuperuser || user.rights.get(plan.key)?.has(right) === true;
  }

  /** A column that is left out and has to be given makes new rows impossible. */
  #lacksSecret({ table }: ModelPlan): boolean {
    return table.columns.some((column) => isSecret(column) && !column.null && !column.hasDefault);
  }

  /** The fields that the user may read, if they may view the model. */
  fields(user: FuzzUser, plan: ModelPlan): Column[] {
    const seesSome = user.isSuperuser || user.rights.get(plan.key)?.has(seeSome) === true;
    return plan.table.columns.filter((column) => {
      if (isSecret(column) || plan.hidden.has(column.field) || plan.writeOnly.has(column.field)) return false;
      return seesSome || !plan.guarded.has(column.field);
    });
  }

  rows(plan: ModelPlan): StoredRow[] {
    return [...(this.snapshot.get(plan.key)?.values() ?? [])];
  }

  /** Whether the user's row rule allows a row, in the trash or not. */
  isAllowed(user: FuzzUser, plan: ModelPlan, row: StoredRow): boolean {
    if (user.isSuperuser || !plan.rules || user.groups.includes('wide')) return true;
    return matches(user.groups.includes('narrow') ? plan.rules.narrow : plan.rules.rest, this.#reader(plan, row));
  }

  isTrashed({ softDelete }: ModelPlan, row: StoredRow): boolean {
    return softDelete !== null && row.cells.get(softDelete) !== null;
  }

  /** Whether the row is in the user's scope: allowed, and on the asked side of the trash. */
  isInScope(user: FuzzUser, plan: ModelPlan, row: StoredRow, inTrash = false): boolean {
    return this.isTrashed(plan, row) === inTrash && this.isAllowed(user, plan, row);
  }

  /** The rows that a user is given in lists. */
  visible(user: FuzzUser, plan: ModelPlan, inTrash = false): StoredRow[] {
    if (!this.may(user, plan, 'view')) return [];
    if (inTrash && !this.maySeeTrash(user, plan)) return [];
    return this.rows(plan).filter((row) => this.isInScope(user, plan, row, inTrash));
  }

  maySeeTrash(user: FuzzUser, plan: ModelPlan): boolean {
    return plan.softDelete !== null && (this.may(user, plan, 'restore') || this.may(user, plan, 'purge'));
  }

  /** The row that a foreign key leads to. */
  target(plan: ModelPlan, field: string, row: StoredRow): { readonly plan: ModelPlan; readonly row: StoredRow | undefined } | null {
    const column = plan.table.columns.find((other) => other.field === field);
    const target = column?.reference && this.plans[column.reference.table];
    const key = row.cells.get(field);
    if (!target || key === null || key === undefined) return null;
    return { plan: target, row: this.snapshot.get(target.key)?.get(key) };
  }

  #reader(plan: ModelPlan, row: StoredRow): ReadPath {
    return ([field = '', ...rest]) => {
      if (rest.length === 0) return row.cells.get(field) ?? null;
      const target = this.target(plan, field, row);
      return target?.row ? this.#reader(target.plan, target.row)(rest) : null;
    };
  }
}
