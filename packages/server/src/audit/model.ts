import type { FieldTypeName } from '@grimoire/protocol';
import { Policy } from '../authorize/policy.ts';
import type { Actor } from '../model/actor.ts';
import type { AdminConfig } from '../model/config/config.ts';
import type { Registration } from '../model/build/registry-input.ts';
import { bigRange, integerRange } from '../model/field-types/integer.ts';
import type { Model, Redact } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';
import { fieldsIn } from '../plan/condition.ts';
import { all, and, not, or, type RowRule, where } from '../model/config/row-rule.ts';
import type { ColumnDescription } from '../model/table.ts';
import { systemTableName } from '../model/system-tables.ts';
import { auditLinkColumn, linkKey, linkPrefix, type StaffLink } from '../model/staff-link.ts';

/** Key of the audit log's model (CONTRACT §8). */
export const auditModelKey = 'admin.AdminAuditLog';

/** The values of an entry's `action`, apart from the keys of declared actions. */
const actions = [
  'create',
  'update',
  'delete',
  'bulk_update',
  'bulk_delete',
  'login',
  'logout',
  'login_failed',
  'password_change',
  'token_shared',
] as const;

function columns({ moment, actorKeys, staffLink }: AuditLogParts): ColumnDescription[] {
  const column = (name: string, type: FieldTypeName, more: Partial<ColumnDescription> = {}): ColumnDescription => ({
    name,
    column: name,
    type,
    dbType: 'text',
    null: false,
    isAutomatic: true,
    hasDefault: true,
    ...more,
  });
  return [
    column('id', 'BigAutoField', { dbType: 'bigint', range: bigRange }),
    column('created_at', 'DateTimeField', moment),
    actorKeys === 'texts'
      ? column('actor', 'CharField', { column: 'actor_key', null: true })
      : column('actor', 'IntegerField', { column: 'actor_id', dbType: 'integer', range: integerRange, null: true }),
    column('actor_repr', 'CharField'),
    column('action', 'CharField'),
    column('model_label', 'CharField'),
    column('object_pk', 'CharField', { null: true }),
    column('object_repr', 'CharField'),
    column('diff', 'JSONField', { dbType: 'json' }),
    column('targets', 'JSONField', { dbType: 'json' }),
    column('targets_count', 'IntegerField', { dbType: 'integer', range: integerRange }),
    column('failed_targets', 'JSONField', { dbType: 'json', null: true }),
    column('ip', 'GenericIPAddressField', { null: true }),
    column('request_id', 'CharField'),
    column('status', 'CharField'),
    column('change_set', 'BigIntegerField', { dbType: 'bigint', range: bigRange, null: true }),
    column('input', 'JSONField', { dbType: 'json', null: true }),
    column('reason', 'TextField', { null: true }),
    column('via', 'CharField', { null: true }),
    ...(staffLink ? [column(auditLinkColumn, 'CharField', { null: true, keyPrefix: linkPrefix(staffLink.model) })] : []),
  ];
}

/** The actions on rows in a trash, if a model has one. */
const trashActions = ['restore', 'purge'] as const;

function config({ registry, actorKeys, hasTrash, staffLink, actions: declared }: AuditLogParts): AdminConfig {
  const own = [...actions, ...(hasTrash ? trashActions : [])].map((value) => ({ value, label: displayOf(value) }));
  const ofModels = Array.from(declared, ([key, label]) => ({ value: `action:${key}`, label }));
  return {
    verboseName: 'audit log entry',
    verboseNamePlural: 'audit log',
    emptyText: 'The service writes an entry for each change, sign-in and action.',
    readonly: true,
    label: 'object_repr',
    listDisplay: ['created_at', 'actor_repr', 'action', 'model_label', 'object_pk', 'object_repr', 'status'],
    searchFields: ['actor_repr', 'object_repr', 'object_pk', 'model_label'],
    listFilter: ['action', 'model_label', 'status', 'actor_repr', 'created_at'],
    rows: ({ actor }) => readableEntries(actor, registry(), actorKeys),
    fields: {
      action: { choices: [...own, ...ofModels] },
      status: { choices: ['ok', 'failed'] },
      // A reader must not be able to find hidden values by filtering for them.
      diff: { detailOnly: true, queryable: false, widget: { kind: 'changes', model: 'model_label' } },
      targets: { detailOnly: true, queryable: false },
      targets_count: { detailOnly: true },
      failed_targets: { detailOnly: true, queryable: false },
      input: { detailOnly: true, queryable: false },
      change_set: { widget: { kind: 'change-set' } },
      ip: { label: 'IP address' },
      actor_repr: { label: 'by' },
      ...(staffLink ? { [auditLinkColumn]: { label: `by ${staffLink.verboseName}` } } : {}),
      model_label: { label: 'model' },
      object_pk: { label: 'key' },
      object_repr: { label: 'object' },
    },
  };
}

/** The display text of an action: `bulk_update` becomes "bulk update". */
export function displayOf(action: string): string {
  return action.replace(/^action:/, '').replaceAll('_', ' ');
}

/** Entries about rows in the actor's scope, of models that the actor may view, and entries about such models as a whole. */
function readableEntries(actor: Actor, registry: Registry, actorKeys: AuditLogParts['actorKeys']): RowRule {
  const policy = new Policy(actor, registry);
  const viewable = registry.models.filter((model) => policy.may(model, 'view') && model.key !== auditModelKey);
  const whole = viewable.filter((model) => policy.access(model).rule.kind === 'true');
  const scoped = viewable.filter((model) => !whole.includes(model));
  if (actor.isSuperuser && scoped.length === 0) return all;
  const keys = (models: typeof viewable): string[] => models.map((model) => model.key);
  const isKey = actor.id !== null && (actorKeys === 'texts' || /^\d{1,9}$/.test(actor.id));
  const own = !isKey ? [] : [and(where('actor', '=', actor.id ?? ''), where('model_label', 'in', keys(scoped)))];
  const inReach = scoped.map((model) => {
    const { key } = model;
    const since = sinceInReach(fieldsIn(policy.access(model).rule).map(({ name }) => name));
    return and(where('model_label', '=', key), { rule: 'key of', path: 'object_pk', model: key }, ofPresentRow(model), since);
  });
  // A superuser also sees entries about no registered model: logins, and models that were removed.
  const open = actor.isSuperuser ? not(where('model_label', 'in', keys(scoped))) : where('model_label', 'in', keys(whole));
  return or(open, ...(scoped.length > 0 ? own : []), ...inReach);
}

/** A key may be reused: the history of the former row is not shown to users who may see only the current one. */
function ofPresentRow({ softDelete }: Model): RowRule {
  // A row in the trash is still there.
  const ends = softDelete ? ['purge'] : ['delete', 'bulk_delete', 'purge'];
  const isLast: RowRule = { rule: 'last of', same: ['model_label', 'object_pk'], path: 'action', values: ['create', ...ends] };
  return and(isLast, not(where('action', 'in', ends)));
}

/** Entries since a row came into scope: its earlier values in the log are not shown. */
function sinceInReach(deciding: readonly string[]): RowRule {
  if (deciding.length === 0) return all;
  return { rule: 'last of', same: ['model_label', 'object_pk'], path: 'diff', values: deciding, isKey: true };
}

/**
 * The diff without fields that the reader may not view, the targets without rows out of their scope, and no row that the actor was linked to if
 * the reader may not view all of these.
 * @param linkedModel key of the model to whose rows staff are linked.
 */
export function redactEntry(linkedModel: string | undefined): Redact {
  return (row, reader) => {
    const { [auditLinkColumn]: link, ...entry } = row;
    const mayLink = linkedModel !== undefined && reader.reachesAll(linkedModel);
    return redacted(link === undefined ? entry : { ...entry, [auditLinkColumn]: mayLink ? link : null }, reader);
  };
}

const redacted: Redact = (row, reader) => {
  const fields = reader.fieldsOf(String(row['model_label']));
  const whole = Object.entries((row['diff'] ?? {}) as Record<string, unknown>);
  const deciding = reader.decidingFields(String(row['model_label']));
  // With this change the row came into scope, or may have: its former values were out of scope.
  const isArrival = whole.some(([name]) => deciding.has(name));
  const changes = isArrival ? whole.map(([name, change]): [string, unknown] => [name, [null, (change as unknown[])[1]]]) : whole;
  const diff = changes.filter(([name]) => fields?.has(name));
  const isReachable = (target: string): boolean => {
    const [, model] = /^([^:]+\.[^:]+):/.exec(target) ?? [];
    return model === undefined || reader.reachesAll(model);
  };
  const reachable = (name: string): string[] => keysIn(row[name]).filter(isReachable);
  const targets = reader.paramTargets(String(row['model_label']), String(row['action']));
  const isShown = ([name]: [string, unknown]): boolean => {
    const target = targets.get(name);
    return target === undefined || reader.reachesAll(target);
  };
  // Lists leave it out.
  const input = row['input'] ? { input: Object.fromEntries(Object.entries(row['input']).filter(isShown)) } : {};
  // Entries of earlier versions do not record which rows failed.
  const failed = row['failed_targets'] === null ? null : reachable('failed_targets');
  return { ...row, diff: Object.fromEntries(diff), targets: reachable('targets'), failed_targets: failed, ...input };
};

/** An entry in the history of a row, with whether it records a failure on this row. */
export function entryOfRow(
  entry: Readonly<Record<string, unknown>>,
  { model, key }: { readonly model: string; readonly key: string },
): object {
  const isAmongFailed = entry['model_label'] === model && keysIn(entry['failed_targets']).includes(key);
  return { ...entry, failed: entry['status'] === 'failed' || isAmongFailed };
}

function keysIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The dependencies of the audit log's model. */
export interface AuditLogParts {
  /** The type of a column that holds a moment. */
  readonly moment: Partial<ColumnDescription>;
  readonly table: string;
  /** What the keys of users are. */
  readonly actorKeys: 'numbers' | 'texts';
  /** The model to whose rows staff are linked, if there is one. */
  readonly staffLink: StaffLink | undefined;
  /** Whether deleted rows of a model go to a trash. */
  readonly hasTrash: boolean;
  /** The labels of the declared actions, by key. */
  readonly actions: ReadonlyMap<string, string>;
  /** The registry that the model becomes part of; called during requests. */
  readonly registry: () => Registry;
}

/** The audit log as a read-only model. */
export function auditRegistration(parts: AuditLogParts): Registration {
  const { table, staffLink } = parts;
  return {
    key: auditModelKey,
    config: config(parts),
    redact: redactEntry(staffLink?.model),
    description: {
      table: systemTableName(table),
      isView: false,
      columns: columns(parts),
      primaryKey: ['id'],
      uniques: [['id']],
      foreignKeys: staffLink ? [linkKey(staffLink, auditLinkColumn)] : [],
    },
  };
}
