import type { FieldSchema, ModelCounts, RecentAudit, RecentEntry } from '@grimoire/protocol';
import { auditModelKey, displayOf } from '../audit/model.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import { AdminError } from '../errors/errors.ts';
import { authorize, authorizeEntries } from '../authorize/authorize.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Model } from '../model/model.ts';
import { planCount, planEntries } from '../plan/list.ts';
import { ActorChanged } from '../authorize/actor-confirmation.ts';
import type { ErrorLog } from '../errors/error-log.ts';
import type { RoughCount, Store } from '../store/store.ts';

/** The context of a built-in widget. */
export interface BuiltInContext {
  readonly policy: Policy;
  readonly store: Store;
  readonly log: ErrorLog;
}

/** A widget of the service itself. */
export type BuiltIn = (context: BuiltInContext) => Promise<object>;

function column(name: string, label: string, more: Partial<FieldSchema> = {}): FieldSchema {
  return { name, type: 'CharField', verbose_name: label, required: false, editable: false, null: false, ...more };
}

/** The columns that are shown for an entry of the audit log. */
const entryColumns: readonly FieldSchema[] = [
  column('actor', 'who'),
  column('action_display', 'what'),
  column('model_label', 'model', { widget: { kind: 'model' } }),
  column('object_repr', 'row', { widget: { kind: 'row', model: 'model_label', key: 'object_pk' } }),
  column('created_at', 'when', { type: 'DateTimeField' }),
];

/** The last ten entries of the audit log that the actor may see. */
const recentAudit: BuiltIn = async ({ policy, store }): Promise<RecentAudit> => {
  const model = policy.registry.find(auditModelKey);
  if (!model) return { rows: [], columns: entryColumns };
  const { json } = await store.list(authorizeEntries(planEntries(model, [], { number: 1, size: 10, withDetails: false }), policy));
  const entries = JSON.parse(`[${json}]`) as Record<string, string>[];
  const rows = entries.map(
    (entry): RecentEntry => ({
      id: Number(entry['id']),
      actor: entry['actor_repr'] ?? '',
      action: entry['action'] ?? '',
      action_display: displayOf(entry['action_display'] ?? ''),
      model_label: entry['model_label'] ?? '',
      object_pk: entry['object_pk'] ?? '',
      object_repr: entry['object_repr'] ?? '',
      created_at: entry['created_at'] ?? '',
    }),
  );
  const { entryColumns: names } = policy.registry.names;
  return { rows, columns: entryColumns.map((each) => ({ ...each, verbose_name: names.get(each.name) ?? each.verbose_name })) };
};

const maxCards = 8;

/** Models of the service itself whose row counts are not shown. */
const bookkeeping: ReadonlySet<string> = new Set([auditModelKey, staffModelKeys.permission, staffModelKeys.contentType]);

/** The number up to which rows are counted exactly; beyond it, an estimate is used. */
const exactUpTo = 10_000;

/** The number of rows of the models that the actor may view, largest first. A large table is never counted completely. */
const modelCounts: BuiltIn = async (context): Promise<ModelCounts> => {
  const { policy } = context;
  const models = policy.registry.models.filter((model) => policy.may(model, 'view') && !bookkeeping.has(model.key));
  const counts = await inTurns(models, async (model) => ({ model, count: await countOrNone(model, context) }));
  const counted = counts.flatMap(({ model, count }) => (count === null ? [] : [{ model, ...count }]));
  const largest = counted.toSorted((a, b) => b.value - a.value).slice(0, maxCards);
  return {
    cards: largest.map(({ model, value, isCapped }) => ({
      key: model.key,
      label: model.verboseNamePlural,
      value,
      ...(isCapped ? { capped: true } : {}),
    })),
  };
};

/** A count; null if the table can not be read: the role may no longer do that, the table has been dropped, or a function of a view fails. */
async function countOrNone(model: Model, context: BuiltInContext): Promise<RoughCount | null> {
  try {
    return await roughCount(model, context);
  } catch (error) {
    const isOfTable =
      error instanceof AdminError ? ['permission_denied', 'invalid'].includes(error.code) : !(error instanceof ActorChanged);
    if (!isOfTable) throw error;
    context.log.error(error, 'The rows of a model could not be counted.', { model: model.key });
    return null;
  }
}

async function roughCount(model: Model, { policy, store }: BuiltInContext): Promise<RoughCount> {
  const list = planEntries(model, [], { number: 1, size: 1, withDetails: false });
  const guess = await guessCount(model, policy, store);
  if (guess !== null && guess > exactUpTo * 2 && store.hasEstimates) return { value: guess, isCapped: false };
  return store.roughCount(authorize(planCount(list, 'capped', exactUpTo), policy), guess);
}

/** The planner's estimate; if the database has none, the span of the integer keys. */
async function guessCount(model: Model, policy: Policy, store: Store): Promise<number | null> {
  const list = planEntries(model, [], { number: 1, size: 1, withDetails: false });
  if (store.hasEstimates) return store.estimate(authorize(planCount(list, 'estimate'), policy));
  const isNumbered = model.primaryKey.length === 1 && model.primaryKey[0].range !== undefined && policy.access(model).scope.kind === 'true';
  return isNumbered ? store.span(authorize(planCount(list, 'span'), policy)) : null;
}

/** Runs a few jobs at a time, so that one dashboard does not take all connections. */
async function inTurns<T, R>(items: readonly T[], job: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += 3) results.push(...(await Promise.all(items.slice(start, start + 3).map(job))));
  return results;
}

/** The service's own widgets, by name (CONTRACT §9). */
export const builtIns: Readonly<Record<string, BuiltIn>> = { 'recent-audit': recentAudit, 'model-counts': modelCounts };
