import type { Kysely } from 'kysely';
import { type ModelRight, rightCodename } from '../model/actor.ts';
import type { Model } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';
import type { Database } from '../databases/database.ts';
import type { AnyTables } from '../databases/statement.ts';
import type { SystemTableNames } from '../model/system-tables.ts';

/** A permission that the registered models need. */
interface Wanted {
  readonly app: string;
  readonly model: string;
  readonly codename: string;
  readonly name: string;
}

/** A permission that was missing; with its key, if it has been created. */
interface Created extends Wanted {
  readonly id?: number;
}

/** A permission in the service's own tables. */
interface Stored {
  readonly id: number;
  readonly app: string;
  readonly model: string;
  readonly codename: string;
}

const rights: readonly ModelRight[] = ['add', 'change', 'delete', 'view'];

function placeOf(model: Model): Pick<Wanted, 'app' | 'model'> {
  return { app: model.app, model: model.name.toLowerCase() };
}

function wantedByRights(model: Model): Wanted[] {
  const ofModel = rights.map((right) => ({
    ...placeOf(model),
    codename: rightCodename(model, right),
    name: `Can ${right} ${model.verboseName}`,
  }));
  const ofFields = model.ownPermissions.filter(({ isAction }) => !isAction);
  return [...ofModel, ...ofFields.map(({ codename, name }) => ({ ...placeOf(model), codename, name }))];
}

function wantedByActions(model: Model): Wanted[] {
  return model.ownPermissions.filter(({ isAction }) => isAction).map(({ codename, name }) => ({ ...placeOf(model), codename, name }));
}

/**
 * Creates the permissions of every registered model and of its field rules. It is idempotent and may run concurrently.
 * @returns how many were new.
 */
export async function syncPermissions(database: Database, tables: SystemTableNames, registry: Registry): Promise<number> {
  const wanted = registry.models.flatMap(wantedByRights);
  const created = await database
    .queries()
    .transaction()
    .execute((db) => createMissing(db, tables, wanted));
  return created.length;
}

/** How the permissions in the service's own tables fit the registered models. */
export interface PermissionCheck {
  /** Those that {@link syncPermissions} would create, each as `{app}.{model}:{codename}`. */
  readonly missing: readonly string[];
  /**
   * One sentence for each model that has permissions, but is not registered: it was renamed, removed, or belongs to another admin on the same
   * tables.
   */
  readonly withoutModel: readonly string[];
}

/** Compares the permissions in the service's own tables with the registered models. */
export async function checkPermissions(database: Database, tables: SystemTableNames, registry: Registry): Promise<PermissionCheck> {
  const missing = await missingOf(database.queries(), tables, registry.models.flatMap(wantedByRights));
  return { missing: missing.map(textOf), withoutModel: await withoutModel(database.queries(), tables, registry) };
}

async function withoutModel(db: Kysely<AnyTables>, tables: SystemTableNames, registry: Registry): Promise<readonly string[]> {
  const modelKeys = new Set(registry.models.map(placeOf).map(({ app, model }) => `${app}.${model}`));
  const lost = Map.groupBy(
    (await storedPermissions(db, tables)).filter(({ app, model }) => !modelKeys.has(`${app}.${model}`)),
    ({ app, model }) => `${app}.${model}`,
  );
  const holders = async (table: string, holder: string, ids: readonly number[]): Promise<number> => {
    const rows = await db.selectFrom(table).select(holder).distinct().where('permission_id', 'in', ids).execute();
    return rows.length;
  };
  const sentences: string[] = [];
  for (const [model, permissions] of lost) {
    const ids = permissions.map(({ id }) => id);
    const [groups, users] = [
      await holders(tables.groupPermissions, 'group_id', ids),
      await holders(tables.userPermissions, 'user_id', ids),
    ];
    sentences.push(
      `${permissions.length} permissions of ${model} belong to no registered model. Groups that hold them: ${groups}. Users: ${users}. If the model was renamed, give them those of its new name.`,
    );
  }
  return sentences;
}

/** Options of {@link syncActionPermissions}. */
export interface SyncOptions {
  /** Only reports: nothing is created or removed. */
  readonly check?: boolean;
  /** Removes the permissions whose action is gone, and so takes them from their holders; without it they are only reported. */
  readonly prune?: boolean;
}

/** What a sync did or, with `check`, would do: each permission as `{app}.{model}:{codename}`. */
export interface SyncResult {
  /** Permissions that were missing. */
  readonly created: readonly string[];
  /** Permissions that an earlier sync created, and whose action is gone. */
  readonly stale: readonly string[];
}

/**
 * Creates a permission for each action's codename on its model. It is idempotent and may run concurrently.
 * Only permissions that a sync created can be stale; others are left alone.
 */
export function syncActionPermissions(
  database: Database,
  tables: SystemTableNames,
  { registry, check, prune }: SyncOptions & { readonly registry: Registry },
): Promise<SyncResult> {
  const wanted = registry.models.flatMap(wantedByActions);
  const alive = new Set([...wanted, ...registry.models.flatMap(wantedByRights)].map(textOf));
  return database
    .queries()
    .transaction()
    .execute(async (db) => {
      const created: readonly Created[] = check ? await missingOf(db, tables, wanted) : await createMissing(db, tables, wanted);
      const ids = created.flatMap(({ id }) => (id === undefined ? [] : [{ permission_id: id }]));
      if (ids.length > 0)
        await db
          .insertInto(tables.actionPermission)
          .values(ids)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      const stale = (await madeBySync(db, tables)).filter((permission) => !alive.has(textOf(permission)));
      if (prune && !check && stale.length > 0) {
        const gone = stale.map(({ id }) => id);
        await db.deleteFrom(tables.permission).where('id', 'in', gone).execute();
      }
      return { created: created.map(textOf), stale: stale.map(textOf) };
    });
}

function textOf({ app, model, codename }: Pick<Wanted, 'app' | 'model' | 'codename'>): string {
  return `${app}.${model}:${codename}`;
}

/** Creates the permissions that are missing. @returns the new ones, with their keys. */
async function createMissing(db: Kysely<AnyTables>, tables: SystemTableNames, wanted: readonly Wanted[]): Promise<Created[]> {
  if (wanted.length === 0) return [];
  const types = [...new Map(wanted.map(({ app, model }) => [`${app}.${model}`, { app_label: app, model }])).values()];
  await db
    .insertInto(tables.contentType)
    .values(types)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await db.selectFrom(tables.contentType).select(['id', 'app_label', 'model']).execute();
  const ids = new Map(rows.map((row) => [`${String(row['app_label'])}.${String(row['model'])}`, Number(row['id'])]));
  const created: Created[] = [];
  for (let start = 0; start < wanted.length; start += 200) {
    const some = wanted.slice(start, start + 200);
    const values = some.map(({ app, model, codename, name }) => ({
      content_type_id: ids.get(`${app}.${model}`) ?? 0,
      codename,
      name: name.slice(0, 255),
    }));
    const inserted = await db
      .insertInto(tables.permission)
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'content_type_id', 'codename'])
      .execute();
    for (const row of inserted) {
      const index = values.findIndex(
        (value) => value.content_type_id === Number(row['content_type_id']) && value.codename === row['codename'],
      );
      const permission = some[index];
      if (permission) created.push({ ...permission, id: Number(row['id']) });
    }
  }
  return created;
}

async function missingOf(db: Kysely<AnyTables>, tables: SystemTableNames, wanted: readonly Wanted[]): Promise<Wanted[]> {
  const texts = new Set((await storedPermissions(db, tables)).map(textOf));
  return wanted.filter((permission) => !texts.has(textOf(permission)));
}

async function madeBySync(db: Kysely<AnyTables>, tables: SystemTableNames): Promise<Stored[]> {
  const actionRows = await db.selectFrom(tables.actionPermission).select('permission_id').execute();
  const ids = new Set(actionRows.map((row) => Number(row['permission_id'])));
  return (await storedPermissions(db, tables)).filter(({ id }) => ids.has(id));
}

/** Every permission in the service's own tables. */
async function storedPermissions(db: Kysely<AnyTables>, tables: SystemTableNames): Promise<Stored[]> {
  const rows = await db
    .selectFrom(`${tables.permission} as p`)
    .innerJoin(`${tables.contentType} as c`, 'c.id', 'p.content_type_id')
    .select(['p.id as id', 'c.app_label as app', 'c.model as model', 'p.codename as codename'])
    .orderBy('p.id')
    .execute();
  return rows.map((row) => ({
    id: Number(row['id']),
    app: String(row['app']),
    model: String(row['model']),
    codename: String(row['codename']),
  }));
}
