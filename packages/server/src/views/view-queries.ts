import type { ViewGroup } from '@grimoire/protocol';
import { sql } from 'kysely';
import type { Dialect } from '../databases/dialect.ts';
import type { RawRow, RawStatement } from '../databases/statement.ts';
import type { Sql } from '../databases/sql-fragments.ts';
import type { Actor } from '../model/actor.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import { OwnQuery, type PlaceholderOf } from '../store/own-query.ts';
import type { Sharing, StoredView, ViewContent } from './stored-view.ts';

/** Where views are stored, and whether the users are the service's own, so that there are groups. */
export interface ViewTables {
  readonly tables: SystemTableNames;
  readonly hasGroups: boolean;
}

type Reading = 'owner' | 'user' | 'everyGroup';
type Content = 'name' | 'query' | 'display' | 'sharing' | 'group' | 'defaultFor' | 'now';

/** The largest number of groups of which a superuser is told that they may share with them. */
const maxGroups = 1000;

const columns = ['id', 'owner', 'model', 'name', 'query', 'display', 'sharing', 'group_id', 'default_for', 'version'];

/** The statements that read. */
interface ViewReads {
  readonly usable: OwnQuery<Reading | 'model'>;
  readonly one: OwnQuery<Reading | 'id'>;
  readonly default: OwnQuery<Reading | 'defaultFor' | 'id'>;
  readonly counts: OwnQuery<'owner' | 'model'>;
}

function viewReads(dialect: Dialect, { tables, hasGroups }: ViewTables): ViewReads {
  const select = (given: PlaceholderOf<Reading>, where: Sql): Sql => selectSql(given, where, { tables, hasGroups });
  const ofUser = (given: PlaceholderOf<Reading>, where: Sql): Sql => select(given, sql`${usableSql(given, hasGroups)} AND ${where}`);
  return {
    usable: new OwnQuery(
      dialect,
      (_, given) =>
        sql`${ofUser(given, sql`(${given('model')} = '' OR v.model = ${given('model')})`)} ORDER BY ${rankSql(given)}, v.id LIMIT 1000`,
      { isPrepared: true },
    ),
    one: new OwnQuery(dialect, (_, given) => ofUser(given, sql`v.id = ${given('id')}`)),
    default: new OwnQuery(dialect, (_, given) => select(given, sql`v.default_for = ${given('defaultFor')} AND v.id <> ${given('id')}`)),
    counts: new OwnQuery(dialect, (_, given) => {
      const ofModel = sql`COUNT(CASE WHEN v.model = ${given('model')} THEN 1 END)`;
      const shared = sql`COUNT(CASE WHEN v.sharing <> 'own' THEN 1 END)`;
      return sql`SELECT COUNT(*), ${ofModel}, ${shared} FROM ${sql.table(tables.savedView)} v WHERE v.owner = ${given('owner')}`;
    }),
  };
}

/** The statements on groups. */
interface GroupReads {
  readonly own: OwnQuery<'user'>;
  readonly all: OwnQuery;
  readonly one: OwnQuery<'user' | 'everyGroup' | 'id'>;
}

function groupReads(dialect: Dialect, { tables }: ViewTables): GroupReads {
  const isMember = (user: Sql): Sql =>
    sql`EXISTS (SELECT 1 FROM ${sql.table(tables.userGroups)} m WHERE m.group_id = g.id AND m.user_id = ${user})`;
  const groups = sql`SELECT g.id, g.name FROM ${sql.table(tables.group)} g`;
  return {
    own: new OwnQuery(dialect, (_, given) => sql`${groups} WHERE ${isMember(given('user'))} ORDER BY g.name`),
    all: new OwnQuery(dialect, (queries) => queries.selectFrom(tables.group).select(['id', 'name']).orderBy('name').limit(maxGroups)),
    one: new OwnQuery(
      dialect,
      (_, given) => sql`${groups} WHERE g.id = ${given('id')} AND (${given('everyGroup')} = 1 OR ${isMember(given('user'))})`,
    ),
  };
}

/** The statements that write. */
interface ViewWrites {
  readonly insert: OwnQuery<Content | 'owner' | 'model'>;
  readonly update: OwnQuery<Content | 'id'>;
  readonly endDefault: OwnQuery<'id' | 'now'>;
  readonly delete: OwnQuery<'id'>;
  readonly lock: OwnQuery<'name'> | null;
}

function viewWrites(dialect: Dialect, { tables }: ViewTables): ViewWrites {
  const table = tables.savedView;
  const changed = (given: PlaceholderOf<'now'>) => ({ version: sql<number>`version + 1`, changed_at: given('now') });
  const { namedLock } = dialect.systemTables;
  return {
    insert: new OwnQuery(dialect, (queries, given) =>
      queries
        .insertInto(table)
        .values({
          ...contentColumns(given),
          owner: given('owner'),
          model: given('model'),
          version: 1,
          created_at: given('now'),
          changed_at: given('now'),
        })
        .returning('id'),
    ),
    update: new OwnQuery(dialect, (queries, given) =>
      queries
        .updateTable(table)
        .set({ ...contentColumns(given), ...changed(given) })
        .where('id', '=', given('id')),
    ),
    endDefault: new OwnQuery(dialect, (queries, given) =>
      queries
        .updateTable(table)
        .set({ default_for: null, ...changed(given) })
        .where('id', '=', given('id')),
    ),
    delete: new OwnQuery(dialect, (queries, given) => queries.deleteFrom(table).where('id', '=', given('id'))),
    lock: namedLock && new OwnQuery(dialect, (_, given) => namedLock(given('name'))),
  };
}

/** The statements on saved views, with their values. */
export class ViewQueries {
  readonly #dialect: Dialect;
  readonly #reads: ViewReads;
  readonly #groups: GroupReads;
  readonly #writes: ViewWrites;
  readonly #lockName: string;

  constructor(dialect: Dialect, parts: ViewTables) {
    this.#dialect = dialect;
    this.#reads = viewReads(dialect, parts);
    this.#groups = groupReads(dialect, parts);
    this.#writes = viewWrites(dialect, parts);
    this.#lockName = `${parts.tables.savedView} is changed`;
  }

  /** The views that a user may use, of one model or of all. */
  usable(actor: Actor, model: string | undefined): RawStatement {
    return this.#reads.usable.with({ ...readerOf(actor), model: model ?? '' });
  }

  /** A view that a user may use. */
  one(actor: Actor, id: number): RawStatement {
    return this.#reads.one.with({ ...readerOf(actor), id });
  }

  /** Another view that is the default for the same users. */
  otherDefault(actor: Actor, key: string, id: number): RawStatement {
    return this.#reads.default.with({ ...readerOf(actor), defaultFor: key, id });
  }

  /** The number of views of a user, of those of a model, and of those that are shared. */
  counts(owner: string | null, model: string): RawStatement {
    return this.#reads.counts.with({ owner, model });
  }

  /** The groups of a user; all for a superuser. */
  groups(actor: Actor): RawStatement {
    return actor.isSuperuser ? this.#groups.all.with({}) : this.#groups.own.with({ user: Number(actor.id) });
  }

  /** A group with which a user may share views. */
  group(actor: Actor, id: number): RawStatement {
    return this.#groups.one.with({ ...readerOf(actor), id });
  }

  /** Stores a view; the result is its key. */
  insert(owner: string | null, content: ViewContent, key: string | null, now: Date): RawStatement {
    return this.#writes.insert.with({ ...this.#values(content, key, now), owner, model: content.model });
  }

  update(id: number, content: ViewContent, key: string | null, now: Date): RawStatement {
    return this.#writes.update.with({ ...this.#values(content, key, now), id });
  }

  /** The view is no default any more. */
  endDefault(id: number, now: Date): RawStatement {
    return this.#writes.endDefault.with({ id, now: this.#dialect.systemTables.moment(now) });
  }

  delete(id: number): RawStatement {
    return this.#writes.delete.with({ id });
  }

  /** Waits until no other transaction changes views; null if only one transaction writes at a time. */
  lock(): RawStatement | null {
    return this.#writes.lock?.with({ name: this.#lockName }) ?? null;
  }

  #values({ name, query, display, sharing }: ViewContent, key: string | null, now: Date): Record<Content, unknown> {
    const group = sharing.kind === 'group' ? sharing.group.value : null;
    return { name, query, display, sharing: sharing.kind, group, defaultFor: key, now: this.#dialect.systemTables.moment(now) };
  }
}

/** A row of the statements that read views. */
export function viewOf([id, owner, model, name, query, display, kind, group, key, version, label, member]: RawRow): StoredView {
  const named: ViewGroup = { value: Number(group), label: String(label) };
  const sharing: Sharing = kind === 'group' ? { kind, group: named } : { kind: kind === 'all' ? 'all' : 'own' };
  return {
    id: Number(id),
    owner: owner == null ? null : String(owner),
    model: String(model),
    name: String(name),
    query: String(query),
    display: String(display),
    sharing,
    isDefault: key != null,
    version: Number(version),
    isMember: member != null,
  };
}

/** A row of the statement that reads groups. */
export function groupOf([id, name]: RawRow): ViewGroup {
  return { value: Number(id), label: String(name) };
}

function readerOf({ id, isSuperuser }: Actor): Record<Reading, unknown> {
  return { owner: id, user: Number(id), everyGroup: isSuperuser ? 1 : 0 };
}

/** Own views come first, then those with which lists open. */
function rankSql(given: PlaceholderOf<Reading>): Sql {
  return sql`CASE WHEN v.owner = ${given('owner')} THEN 0 WHEN v.default_for IS NOT NULL THEN 1 ELSE 2 END`;
}

/** Own views, those of all, and those of the user's groups; a superuser may use those of every group. */
function usableSql(given: PlaceholderOf<Reading>, hasGroups: boolean): Sql {
  const own = sql`v.owner = ${given('owner')}`;
  if (!hasGroups) return sql`v.sharing <> 'group' AND (${own} OR v.sharing = 'all')`;
  return sql`(${own} OR v.sharing = 'all' OR m.user_id IS NOT NULL OR (v.sharing = 'group' AND ${given('everyGroup')} = 1))`;
}

function selectSql(given: PlaceholderOf<Reading>, where: Sql, { tables, hasGroups }: ViewTables): Sql {
  const stored = sql.join(columns.map((column) => sql.id('v', column)));
  const views = sql`${sql.table(tables.savedView)} v`;
  if (!hasGroups) return sql`SELECT ${stored}, NULL, NULL FROM ${views} WHERE ${where}`;
  const members = sql`LEFT JOIN ${sql.table(tables.userGroups)} m ON m.group_id = v.group_id AND m.user_id = ${given('user')}`;
  return sql`SELECT ${stored}, g.name, m.user_id FROM ${views} LEFT JOIN ${sql.table(tables.group)} g ON g.id = v.group_id ${members} WHERE ${where}`;
}

function contentColumns(given: PlaceholderOf<Content>) {
  return {
    name: given('name'),
    query: given('query'),
    display: given('display'),
    sharing: given('sharing'),
    group_id: given('group'),
    default_for: given('defaultFor'),
  };
}
