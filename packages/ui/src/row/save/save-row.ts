import type { Client, Operation, WriteOptions } from '@grimoire/client';
import { changesOf, rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { Key, ModelSchema } from '@grimoire/protocol';
import type { Attempts } from '../../form/attempt.ts';
import { guarded } from './child-guard.ts';
import { inOrder } from './child-order.ts';
import type { Children } from '../lines/children.ts';

/** The values of a row's form: its fields, and the rows of its inlines. */
export interface RowValues {
  readonly _inlines?: readonly { readonly rows: readonly ChildValues[] }[];
  readonly [field: string]: unknown;
}

/** A row of an inline; a new row has no key. */
export type ChildValues = Readonly<Record<string, unknown>> & { readonly _pk?: Key };

/** A row and its children to be saved. */
export interface Save {
  readonly schema: ModelSchema;
  readonly values: RowValues;
  /** The row as it was read; undefined for a new row. */
  readonly previous?: ServedRecord;
  readonly children: readonly Children[];
  readonly attempts: Attempts;
  /** The reason, and who is told of the change set. */
  readonly options?: Pick<WriteOptions, 'reason' | 'onChangeSet'>;
}

/** The methods of the client that read and write rows. */
export type Rows = Pick<Client, 'model'>;

/** A change of a child. */
export interface PlannedChild {
  readonly operation: Operation;
  readonly schema: ModelSchema;
  /** Its path in the form; null for a row that was removed from the form. */
  readonly path: string | null;
  /** The child as it was read; undefined for a new one. */
  readonly before: ServedRecord | undefined;
  /** Given and true for the second change of a row. */
  readonly isAgain?: boolean;
}

/**
 * Saves a row, together with its changed children: all of it or nothing.
 * @returns the row's key. Throws an `ApiError`, or an `Error` where another user changed a child.
 */
export async function saveRow(client: Rows, save: Save): Promise<Key> {
  const { schema, previous, attempts, options } = save;
  const rows = client.model(schema.model);
  const values = changesOf(save.values, previous && rowOf(previous));
  const data = editableOf(schema, previous ? values : withoutUnknownDefaults(schema, values));
  const planned = plannedFor(save);
  if (planned.length > 0) {
    const operations = [parentOperation(data, previous), ...(await guarded(client, planned)).map(({ operation }) => operation)];
    const [own] = await rows.operations(operations, { ...options, idempotencyKey: attempts.keyOf(operations) });
    attempts.done();
    return own?.pk ?? (previous?.id as Key);
  }
  const saved = previous
    ? await rows.update(previous.id, data, { ...options, ...(previous._etag === undefined ? {} : { ifMatch: previous._etag }) })
    : await rows.create(data, { ...options, idempotencyKey: attempts.keyOf(data) });
  attempts.done();
  return (saved.row[schema.pk_field] ?? saved.row['id']) as Key;
}

function parentOperation(data: Readonly<Record<string, unknown>>, previous: ServedRecord | undefined): Operation {
  if (!previous) return { op: 'create', data };
  return { op: 'update', pk: previous.id, data, ...(previous._etag === undefined ? {} : { if_match: previous._etag }) };
}

/** The changes of the children, in the order in which they are sent after their parent. */
export function plannedFor({ values, previous, children }: Save): readonly PlannedChild[] {
  return children.flatMap((child, index) => {
    const { schema } = child;
    const rows = values._inlines?.[index]?.rows ?? [];
    const parent = previous ? previous.id : { $ref: 0 };
    const formKeys = new Set(rows.flatMap(({ _pk: pk }) => (pk === undefined ? [] : [String(pk)])));
    const removed = child.rows.filter(({ id }) => !formKeys.has(String(id)));
    const changes = [
      ...removed.map(
        (before): PlannedChild => ({ schema, path: null, before, operation: { op: 'delete', model: schema.model, pk: before.id } }),
      ),
      ...rows.flatMap((row, at) => plannedChild({ child, row, path: `_inlines.${index}.rows.${at}`, parent })),
    ];
    return inOrder(changes, child);
  });
}

interface ChildToPlan {
  readonly child: Children;
  readonly row: ChildValues;
  readonly path: string;
  readonly parent: Key | { readonly $ref: number };
}

function plannedChild({ child: { schema, rows, inline }, row, path, parent }: ChildToPlan): PlannedChild[] {
  const { model } = schema;
  const before = rows.find(({ id }) => String(id) === String(row._pk));
  const values = before ? changesOf(row, rowOf(before)) : filledIn(schema, row);
  const data = editableOf(schema, values);
  const common = { schema, path, before };
  if (!before) return [{ ...common, operation: { op: 'create', model, data: { ...data, [inline.fk_field]: parent } } }];
  return Object.keys(data).length === 0 ? [] : [{ ...common, operation: { op: 'update', model, pk: before.id, data } }];
}

/** The values of a new row; an empty input without a default is not sent. */
function filledIn(schema: ModelSchema, row: ChildValues): Readonly<Record<string, unknown>> {
  const hasDefault = new Set(schema.fields.filter((field) => field.default !== undefined).map(({ name }) => name));
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== undefined && (value !== null || hasDefault.has(name))));
}

/** The values of a new row without the empty ones of fields that then get a default which is not known before. */
function withoutUnknownDefaults({ fields }: ModelSchema, values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = new Set(fields.filter((field) => field.has_default === true).map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !(names.has(name) && (value === null || value === ''))));
}

function editableOf(schema: ModelSchema, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = new Set(schema.fields.filter(({ editable }) => editable).map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}
