import type { Preview, PreviewCount, PreviewRow } from '@grimoire/protocol';
import { type AuthorizedPlan, authorize } from '../authorize/authorize.ts';
import type { Policy } from '../authorize/policy.ts';
import { type RowLinks, rowAnswer } from '../journal/row-answer.ts';
import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import { tableText } from '../model/table.ts';
import { Parameter, plain } from '../plan/parameter.ts';
import type { ChangedRowsPlan } from '../plan/plan.ts';
import type { ChangedLinks, ChangedRow, OperationCounts } from '../store/changed-rows.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import { type EffectReader, noRows } from './effect-reader.ts';

/** The most rows of a sample. */
export const maxSample = 10;

/** What a user is shown of what a request would do. */
export type Shown = Pick<Preview, 'counts' | 'sample' | 'empty'>;

/** The changed rows of a model that the user may view. */
interface RowsOfModel {
  readonly model: Model;
  /** Its many-to-many fields whose links were changed: a row of which only links were changed counts as updated. */
  readonly fields: readonly Field[];
}

/** What was changed: the change set, and the numbers of rows in each table, by its name in the journal. */
export interface ChangesToShow {
  readonly set: string;
  readonly counts: ReadonlyMap<string, OperationCounts>;
  readonly reader: EffectReader;
}

/** Reads in its transaction what the user may see of the changes of a request; the others are counted without a name. */
export async function shownChanges(unit: UnitOfWork, { set, counts: all, reader }: ChangesToShow): Promise<Shown> {
  const policy = unit.policy.inTrash(null);
  const rest = new Map(all);
  const counts: PreviewCount[] = [];
  const sample: PreviewRow[] = [];
  for (const rows of rowsOfModels(policy, all, unit.entries[0]?.model)) {
    const { model, fields } = rows;
    const plan = (more: Pick<ChangedRowsPlan, 'page'> & Partial<ChangedRowsPlan>): AuthorizedPlan<ChangedRowsPlan> =>
      authorize({ kind: 'changed rows', model, set: plain(set), ...more }, policy);
    const count = (ofFields: readonly Field[]): Promise<OperationCounts> =>
      unit.writes.changedRowCounts(plan({ fields: ofFields, page: 'operations' }));
    const own = await count(fields);
    if (isNone(own)) continue;
    counts.push({ model: model.key, ...own });
    subtract(rest, tableText(model.table), fields.length === 0 ? own : await count([]));
    for (const field of fields) await subtractLinks(unit, rest, field, plan({ fields: [field], only: 'links', page: 'count' }));
    const limit = maxSample - sample.length;
    const shown = limit > 0 ? await unit.writes.changedRows(plan({ fields, page: { offset: 0, limit } })) : [];
    const links = await linksOf(unit, rows, { set, shown, policy });
    const isMade = reader.makesKey(
      tableText(model.table),
      model.primaryKey.map(({ column }) => column),
    );
    for (const row of shown) {
      const answer = rowAnswer({ model, row, links: links(row) }, policy);
      sample.push(previewRow(answer, isMade && row.operation === 'create' ? model : undefined));
    }
  }
  const others = [...rest.values()].reduce(sum, noRows);
  return { counts: isNone(others) ? counts : [...counts, { model: null, ...others }], sample };
}

function subtract(rest: Map<string, OperationCounts>, table: string, { create, update, delete: gone }: OperationCounts): void {
  rest.set(table, sum(rest.get(table) ?? noRows, { create: -create, update: -update, delete: -gone }));
}

/** Rows of a link table that are all shown as links of other rows are not counted once more. */
async function subtractLinks(
  { writes }: UnitOfWork,
  rest: Map<string, OperationCounts>,
  { link }: Field,
  plan: AuthorizedPlan<ChangedRowsPlan>,
): Promise<void> {
  const table = link ? tableText(link.table) : '';
  const { create, update, delete: gone } = rest.get(table) ?? noRows;
  if ((await writes.countChangedRows(plan)) >= create + update + gone) rest.delete(table);
}

/** The changed links of rows of one model. */
async function linksOf(
  { writes }: UnitOfWork,
  { model, fields }: RowsOfModel,
  { set, shown, policy }: { readonly set: string; readonly shown: readonly ChangedRow[]; readonly policy: Policy },
): Promise<(row: ChangedRow) => RowLinks> {
  const byRow = new Map<string, Map<string, ChangedLinks>>();
  const rows = new Parameter('texts', { given: shown.map(({ rowKey }) => rowKey) });
  for (const field of shown.length === 0 ? [] : fields) {
    const plan = { kind: 'changed links', model, field, since: plain(set), until: plain(set), rows } as const;
    for (const links of await writes.changedLinks(authorize(plan, policy)))
      byRow.set(links.rowKey, (byRow.get(links.rowKey) ?? new Map<string, ChangedLinks>()).set(field.name, links));
  }
  return ({ rowKey }) => byRow.get(rowKey) ?? new Map();
}

/** A row of the sample. @param made its model, if its key was made for it: the row that is really created gets another one. */
function previewRow({ model, pk, label, op, diff }: ReturnType<typeof rowAnswer>, made: Model | undefined): PreviewRow {
  if (!made) return { model, pk, label, op, diff };
  const keys = new Set(made.primaryKey.map(({ name }) => name));
  return { model, pk: null, label, op, diff: Object.fromEntries(Object.entries(diff).filter(([name]) => !keys.has(name))) };
}

/** The models whose rows the user may view and the request has changed, the one that it is about first. Two models of one table count as one. */
function rowsOfModels(policy: Policy, counts: ReadonlyMap<string, OperationCounts>, first: string | undefined): readonly RowsOfModel[] {
  const tables = new Set<string>();
  const rows: RowsOfModel[] = [];
  for (const model of policy.registry.models) {
    const table = tableText(model.table);
    if (tables.has(table) || !policy.may(model, 'view')) continue;
    const names = policy.reader().fieldsOf(model.key);
    const fields = model.fields.filter(({ name, link }) => link && names?.has(name) && counts.has(tableText(link.table)));
    if (!counts.has(table) && fields.length === 0) continue;
    tables.add(table);
    rows.push({ model, fields });
  }
  return rows.toSorted((a, b) => Number(b.model.key === first) - Number(a.model.key === first));
}

function sum(a: OperationCounts, b: OperationCounts): OperationCounts {
  return { create: a.create + b.create, update: a.update + b.update, delete: a.delete + b.delete };
}

function isNone(counts: OperationCounts): boolean {
  return counts.create === 0 && counts.update === 0 && counts.delete === 0;
}
