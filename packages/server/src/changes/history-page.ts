import type { HistoryEntry } from '@grimoire/protocol';
import { entryOfRow } from '../audit/model.ts';
import { authorize, authorizeEntries } from '../authorize/authorize.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Service } from '../service/service.ts';
import type { Model } from '../model/model.ts';
import { parseExact } from '../model/raw-number.ts';
import { type HistoryLines, planChangesOfLines, planChangesOfRow, planHistory } from '../plan/history.ts';
import { keyIs, keyTextOf } from '../plan/keys.ts';
import { planCount } from '../plan/list.ts';
import { plain } from '../plan/parameter.ts';
import type { ChangedRowsOf, ListPlan } from '../plan/plan.ts';
import type { KeyValues } from '../request/key.ts';
import type { ChangedRow } from '../store/changed-rows.ts';
import type { ChangeLog } from './change-log.ts';
import { entryOfChange, type RecordedChange } from './history-entries.ts';
import { diffOf, type RowLinks, type ShownChange } from '../journal/row-answer.ts';

/** How many of the newest entries a history has: a page is merged from the log and the journal, each read from its newest entry on. */
const mostEntries = 10_000;

/** The row of a history, and from what it is read. */
export interface HistoryParts {
  readonly service: Pick<Service, 'store' | 'settings'>;
  readonly changeLog: ChangeLog;
  readonly policy: Policy;
  /** The audit log. */
  readonly log: Model;
  readonly model: Model;
  readonly key: KeyValues;
  readonly lines: readonly HistoryLines[];
}

/** A page of a history. */
interface HistoryPage {
  readonly count: number;
  readonly entries: readonly object[];
  /** Whether there is a page after it. */
  readonly hasNext: boolean;
}

/** An entry of the audit log. */
interface LoggedEntry {
  readonly entry: HistoryEntry;
}

/**
 * Reads a page: the entries of the audit log about a row and its inlines, and the changes of these rows of which no such entry tells. Both are in the
 * order of change sets; entries without one, such as those of failed runs, stand by their time.
 */
export async function readHistory(
  parts: HistoryParts,
  { number, size }: { readonly number: number; readonly size: number },
): Promise<HistoryPage> {
  const from = (number - 1) * size;
  if (from >= mostEntries) return { count: 0, entries: [], hasNext: false };
  const upTo = Math.min(number * size, mostEntries);
  const [logged, changes] = [await readLogged(parts, upTo), await readChanges(parts, upTo)];
  const count = logged.count + changes.count;
  const page = merged(logged.entries, changes.changes).slice(from, upTo);
  const linksOf = await readLinks(parts, page);
  const entries: object[] = [];
  for (const one of page)
    entries.push('set' in one ? entryOfChange({ ...one, links: linksOf(one) }, parts.policy) : await shown(one, parts));
  return { count, entries, hasNext: count > upTo && upTo < mostEntries };
}

async function readLogged(
  { service, policy, log, model, key, lines }: HistoryParts,
  upTo: number,
): Promise<{ readonly count: number; readonly entries: readonly LoggedEntry[] }> {
  const plan = planHistory(log, { model, key: keyTextOf(model, key), lines }, { number: 1, size: upTo, withDetails: true });
  const rows = await service.store.list(authorizeEntries(plan, policy));
  const reader = policy.reader();
  const entries = (parseExact(`[${rows.json}]`) as HistoryEntry[]).map((entry) => ({
    entry: (log.redact?.({ ...entry }, reader) ?? entry) as HistoryEntry,
  }));
  return { count: rows.hasMore ? await countEntries(service, plan, policy) : rows.length, entries };
}

async function countEntries({ store, settings }: HistoryParts['service'], plan: ListPlan, policy: Policy): Promise<number> {
  const counting = authorizeEntries(planCount(plan, 'exact'), policy);
  const estimate = authorizeEntries(planCount(plan, 'estimate'), policy);
  const { count, exact } = await store.count(counting, estimate, { milliseconds: settings.countBudget, isFresh: false });
  return exact ? count : plan.limit + 1;
}

async function readChanges(
  { service: { store }, changeLog, policy, log, model, key, lines }: HistoryParts,
  upTo: number,
): Promise<{ readonly count: number; readonly changes: readonly RecordedChange[] }> {
  const keyText = keyTextOf(model, key);
  const plans = [planChangesOfRow(log, model, key), ...lines.map((line) => planChangesOfLines(log, line, keyText))];
  const read: Omit<RecordedChange, 'set'>[] = [];
  let count = 0;
  for (const own of plans.filter((plan) => changeLog.records(plan.model))) {
    const plan = { ...own, fields: changeLog.linkFields(own.model, policy) };
    const rows = await store.changedRows(authorize({ ...plan, page: { offset: 0, limit: upTo + 1 } }, policy));
    count += rows.length > upTo ? await store.countChangedRows(authorize({ ...plan, page: 'count' }, policy)) : rows.length;
    read.push(...rows.map((row) => ({ model: plan.model, row })));
  }
  const sets = await changeLog.sets([...new Set(read.map(({ row }) => row.set))]);
  const changes = read.flatMap((change): RecordedChange[] => {
    const set = sets.get(change.row.set);
    return set ? [{ ...change, set }] : [];
  });
  return { count, changes: changes.toSorted((a, b) => b.set.id - a.set.id) };
}

/** Reads the changed links of the changes on a page. */
async function readLinks(
  { changeLog, policy }: HistoryParts,
  page: readonly (LoggedEntry | RecordedChange)[],
): Promise<(change: RecordedChange) => RowLinks> {
  const byModel = Map.groupBy(
    page.filter((one) => 'set' in one),
    ({ model }) => model,
  );
  const links = new Map<Model, (row: ChangedRow) => RowLinks>();
  for (const [model, changes] of byModel) {
    const of = { model, fields: changeLog.linkFields(model, policy) };
    const rows = changes.map(({ row }) => row);
    links.set(model, await changeLog.linksOf(rows, of, policy));
  }
  return ({ model, row }) => links.get(model)?.(row) ?? new Map();
}

/** Entries and changes, newest first, as both are by themselves. */
function merged(entries: readonly LoggedEntry[], changes: readonly RecordedChange[]): (LoggedEntry | RecordedChange)[] {
  const all: (LoggedEntry | RecordedChange)[] = [];
  let next = 0;
  for (const one of entries) {
    for (let change = changes[next]; change && isNewer(change, one); change = changes[next]) {
      all.push(change);
      next += 1;
    }
    all.push(one);
  }
  return [...all, ...changes.slice(next)];
}

function isNewer({ set }: RecordedChange, { entry }: LoggedEntry): boolean {
  return entry.change_set === null ? Date.parse(set.createdAt) > Date.parse(entry.created_at) : set.id > entry.change_set;
}

/** An entry of the audit log as a history has it: that of an action with what it has changed in the row. */
async function shown({ entry }: LoggedEntry, parts: HistoryParts): Promise<object> {
  const key = keyTextOf(parts.model, parts.key);
  const own = entryOfRow({ ...entry }, { model: parts.model.key, key });
  if (entry.change_set === null || Object.keys(entry.diff).length > 0) return own;
  const isOwn = entry.model_label === parts.model.key;
  const model = isOwn ? parts.model : parts.lines.find((line) => line.model.key === entry.model_label)?.model;
  const change = model && (await changeTold(parts, { entry, model, isOwn }));
  return change ? { ...own, diff: diffOf(change, parts.policy) } : own;
}

/** The recorded change of the row of an entry. */
async function changeTold(
  { service: { store }, changeLog, policy, ...parts }: HistoryParts,
  { entry, model, isOwn }: { readonly entry: HistoryEntry; readonly model: Model; readonly isOwn: boolean },
): Promise<ShownChange | undefined> {
  if (entry.change_set === null || !changeLog.records(model)) return undefined;
  const of: ChangedRowsOf = isOwn
    ? { kind: 'row', condition: keyIs(model, parts.key) }
    : { kind: 'key', text: plain(entry.object_pk ?? '') };
  const fields = changeLog.linkFields(model, policy);
  const plan = { kind: 'changed rows', model, set: plain(entry.change_set), of, fields, page: { offset: 0, limit: 1 } } as const;
  const rows = await store.changedRows(authorize(plan, policy));
  const links = await changeLog.linksOf(rows, { model, fields }, policy);
  const [row] = rows;
  return row && { model, row, links: links(row) };
}
