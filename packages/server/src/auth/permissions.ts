import { type ModelRight, rightCodename } from '../model/actor.ts';
import type { Model } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';
import type { Database } from '../store/database.ts';
import type { OwnTables } from './tables.ts';

/** A permission that the registered models call for. */
interface Wanted {
  readonly app: string;
  readonly model: string;
  readonly codename: string;
  readonly name: string;
}

const rights: readonly ModelRight[] = ['add', 'change', 'delete', 'view'];

function wantedBy(model: Model): Wanted[] {
  const place = { app: model.app, model: model.name.toLowerCase() };
  const ofModel = rights.map((right) => ({ ...place, codename: rightCodename(model, right), name: `Can ${right} ${model.verboseName}` }));
  const ofFields = [...new Set(model.fieldPermissions)].map((codename) => ({ ...place, codename, name: codename.replaceAll('_', ' ') }));
  return [...ofModel, ...ofFields];
}

/**
 * Creates the permissions of every registered model and of its field rules; running it again, or twice at once,
 * changes nothing.
 * @returns how many were new.
 */
export async function syncPermissions(database: Database, tables: OwnTables, registry: Registry): Promise<number> {
  const wanted = registry.models.flatMap(wantedBy);
  if (wanted.length === 0) return 0;
  return database
    .tables()
    .transaction()
    .execute(async (transaction) => {
      const types = [...new Map(wanted.map(({ app, model }) => [`${app}.${model}`, { app_label: app, model }])).values()];
      await transaction
        .insertInto(tables.contentType)
        .values(types)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const rows = await transaction.selectFrom(tables.contentType).select(['id', 'app_label', 'model']).execute();
      const ids = new Map(rows.map((row) => [`${String(row['app_label'])}.${String(row['model'])}`, row['id'] as number]));
      const permissions = wanted.map(({ app, model, codename, name }) => ({ content_type_id: ids.get(`${app}.${model}`), codename, name }));
      let created = 0;
      for (let start = 0; start < permissions.length; start += 200) {
        const results = await transaction
          .insertInto(tables.permission)
          .values(permissions.slice(start, start + 200))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        for (const result of results) created += Number(result.numInsertedOrUpdatedRows ?? 0);
      }
      return created;
    });
}
