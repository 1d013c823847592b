import { ApiError, type Operation } from '@grimoire/client';
import { changesOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { Key, ModelSchema } from '@grimoire/protocol';
import { formName } from '../form/form-names.ts';
import { formErrors } from '../form/form-errors.ts';
import { dataProvider } from '../service.ts';
import type { Children } from './children.ts';

/** What a form of a row holds: its fields, and the rows of its inlines. */
export interface RowValues {
  readonly _inlines?: readonly { readonly rows: readonly ChildValues[] }[];
  readonly [field: string]: unknown;
}

/** A row of an inline; without a key it is a new one. */
export type ChildValues = Readonly<Record<string, unknown>> & { readonly _pk?: Key };

/** A row, and its children, as they are to be saved. */
export interface Save {
  readonly schema: ModelSchema;
  readonly values: RowValues;
  /** The row as it was read; none of one that is new. */
  readonly previous?: ServedRecord;
  readonly children: readonly Children[];
}

/** Where in the form the operations of a save come from: `''` is the row itself. */
interface Planned {
  readonly operation: Operation;
  readonly path: string;
}

/**
 * Saves a row, together with its children where any of them changed: all of it or nothing.
 * @returns the row's key
 */
export async function saveRow(save: Save): Promise<Key> {
  const { schema, previous } = save;
  const data = editableOf(schema, changesOf(save.values, previous));
  const planned = plannedFor(save);
  if (planned.length === 0) {
    if (previous)
      return (await dataProvider.update(schema.model, { id: previous.id, data, previousData: { id: previous.id, _etag: previous._etag } }))
        .data.id as Key;
    return (await dataProvider.create(schema.model, { data })).data.id as Key;
  }
  const operations = [parentOperation(data, previous), ...planned.map(({ operation }) => operation)];
  const [own] = await dataProvider.operations(schema.model, operations);
  return own?.pk ?? (previous?.id as Key);
}

function parentOperation(data: Readonly<Record<string, unknown>>, previous: ServedRecord | undefined): Operation {
  if (!previous) return { op: 'create', data };
  return { op: 'update', pk: previous.id, data, ...(previous._etag === undefined ? {} : { if_match: previous._etag }) };
}

function plannedFor({ values, previous, children }: Save): Planned[] {
  return children.flatMap((child, index) => {
    const rows = values._inlines?.[index]?.rows ?? [];
    const parent = previous ? previous.id : { $ref: 0 };
    const kept = new Set(rows.flatMap(({ _pk: pk }) => (pk === undefined ? [] : [String(pk)])));
    const removed = child.rows.filter(({ id }) => !kept.has(String(id)));
    return [
      ...removed.map(({ id }): Planned => ({ path: '', operation: { op: 'delete', model: child.schema.model, pk: id } })),
      ...rows.flatMap((row, at) => plannedChild({ child, row, path: `_inlines.${index}.rows.${at}`, parent })),
    ];
  });
}

interface ChildToPlan {
  readonly child: Children;
  readonly row: ChildValues;
  readonly path: string;
  readonly parent: Key | { readonly $ref: number };
}

function plannedChild({ child, row, path, parent }: ChildToPlan): Planned[] {
  const { model } = child.schema;
  const before = child.rows.find(({ id }) => String(id) === String(row._pk));
  const data = editableOf(child.schema, changesOf(row, before));
  if (!before) return [{ path, operation: { op: 'create', model, data: { ...data, [child.inline.fk_field]: parent } } }];
  return Object.keys(data).length === 0 ? [] : [{ path, operation: { op: 'update', model, pk: before.id, data } }];
}

function editableOf(schema: ModelSchema, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = new Set(schema.fields.filter(({ editable }) => editable).map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** The messages of a save that was refused, under the names that their inputs have in the form. */
export function saveErrors(error: unknown, save: Save): Record<string, unknown> | undefined {
  const own = formErrors(error, new Set(save.schema.fields.filter(({ editable }) => editable).map(({ name }) => name)));
  if (!(error instanceof ApiError) || error.problem.kind !== 'invalid' || !isObject(error.problem.operations)) return own;
  const paths = ['', ...plannedFor(save).map(({ path }) => path)];
  const errors: Record<string, string> = {};
  const rest: string[] = [];
  for (const [index, messages] of Object.entries(error.problem.operations)) {
    const path = paths[Number(index)] ?? '';
    for (const [name, texts] of Object.entries(isObject(messages) ? messages : { detail: messages })) {
      const text = Array.isArray(texts) ? texts.join(' ') : String(texts);
      if (name === 'non_field_errors' || name === 'detail') rest.push(text);
      else errors[path === '' ? formName(name) : `${path}.${formName(name)}`] = text;
    }
  }
  return rest.length > 0 ? { ...errors, root: { serverError: rest.join(' ') } } : errors;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
