import { type FieldChange, type Key, keySegment } from '@grimoire/protocol';
import { type Filters, queryOf } from './filters.ts';
import type { CallOptions, ClientRequest } from './transport.ts';

/** Options of a write. */
export interface WriteOptions extends CallOptions {
  /** The ETag of the row as it was read: if the row has changed since, the write is a `conflict`. */
  readonly ifMatch?: string;
  /** Requests with the same key are executed once. */
  readonly idempotencyKey?: string;
  /** The token of a dry run: what would do anything else than was shown is refused with the code `preview_changed`. */
  readonly ifPreview?: string;
  /** Why it is done, for the change set. */
  readonly reason?: string;
  /** Receives the id of the change set, once the write is done. */
  readonly onChangeSet?: (id: number) => void;
}

/** Refers to the key that an earlier operation of the same call created. */
export function ref(index: number): { readonly $ref: number } {
  return { $ref: index };
}

/** One of several changes that are made together or not at all (CONTRACT §6). */
export interface Operation {
  readonly op: 'create' | 'update' | 'delete';
  readonly model?: string;
  readonly pk?: Key | { readonly $ref: number };
  readonly data?: Readonly<Record<string, unknown>>;
  readonly if_match?: string;
}

/** The input of an action; optional where no member of it is required. */
export type ActionInput<Input> = string extends keyof Input
  ? { readonly input?: Input }
  : Partial<Input> extends Input
    ? { readonly input?: Input }
    : { readonly input: Input };

/** Rows that an action runs on: these, all that filters match, or none. */
export type ActionTarget<Row> =
  | { readonly ids: readonly Key[]; readonly allFiltered?: never }
  | { readonly allFiltered: Filters<Row>; readonly ids?: never }
  | { readonly ids?: never; readonly allFiltered?: never };

/** Rows that one change is made of: these, or all that filters match, at most 10,000. */
export type ChangeTarget<Row> =
  | { readonly ids: readonly Key[]; readonly allFiltered?: never }
  | { readonly allFiltered: Filters<Row>; readonly ids?: never };

/** What many rows get: the same values, and changes that depend on the value of each row, such as `{ price: { percent: '-10' } }`. */
export interface ChangeOfMany<Row> {
  readonly data?: Partial<Row>;
  readonly changes?: { readonly [N in keyof Row & string]?: FieldChange };
}

/** A request that writes, apart from its options. */
export interface Write extends Pick<ClientRequest, 'method' | 'path'> {
  readonly body?: unknown;
  /** Whether its body has the values of a row: what says how it is done is then part of the address (CONTRACT §21). */
  readonly isOfRow: boolean;
}

/** The requests that write rows of a model, each below the address of the model. */
export const writes = {
  create: (data: object): Write => ({ method: 'POST', path: '', body: data, isOfRow: true }),
  update: (pk: Key, data: object): Write => ({ method: 'PATCH', path: `${keySegment(pk)}/`, body: data, isOfRow: true }),
  delete: (pk: Key): Write => ({ method: 'DELETE', path: `${keySegment(pk)}/`, isOfRow: true }),
  updateMany: (ids: readonly Key[], data: object): Write => bulk({ action: 'update', ids, data }),
  changeMany: (target: object, values: object): Write => bulk({ action: 'update', ...selectionOf(target), ...values }),
  deleteMany: (ids: readonly Key[]): Write => bulk({ action: 'delete', ids }),
  restoreMany: (ids: readonly Key[]): Write => bulk({ action: 'restore', ids }),
  purgeMany: (ids: readonly Key[]): Write => bulk({ action: 'purge', ids }),
  operations: (operations: readonly Operation[]): Write => bulk({ operations }),
  action: (name: string, target: object): Write => {
    refuseUnknown(target);
    const { input } = target as { input?: unknown };
    const body = { ...selectionOf(target), ...(input === undefined ? {} : { input }) };
    return { method: 'POST', path: `action/${encodeURIComponent(name)}/`, body, isOfRow: false };
  },
};

/** The rows that a request is about, as its body names them. */
function selectionOf(target: object): object {
  const { ids, allFiltered } = target as { ids?: unknown; allFiltered?: unknown };
  return { ...(ids === undefined ? {} : { ids }), ...(allFiltered === undefined ? {} : { all_filtered: true, params: allFiltered }) };
}

function bulk(body: object): Write {
  return { method: 'POST', path: 'bulk/', body, isOfRow: false };
}

const ofTarget: ReadonlySet<string> = new Set(['ids', 'allFiltered', 'input']);

/** Throws where the target has an unknown member, so that a misspelled selection or input is not ignored. */
function refuseUnknown(target: object): void {
  const unknown = Object.keys(target).find((member) => !ofTarget.has(member));
  if (unknown !== undefined) throw new TypeError(`An action takes ids, allFiltered and input; "${unknown}" is none of them.`);
}

/** The request of a write with its options. @param isDryRun whether nothing is to be written */
export function requestOf({ isOfRow, body, ...write }: Write, options: WriteOptions, isDryRun = false): ClientRequest {
  const { ifPreview, reason } = options;
  const how = {
    ...(isDryRun ? { dry_run: true } : {}),
    ...(ifPreview === undefined ? {} : { if_preview: ifPreview }),
    ...(reason === undefined ? {} : { reason }),
  };
  const sent = body === undefined ? {} : { body };
  return { ...write, ...(isOfRow ? { ...sent, query: queryOf(how) } : { body: { ...(body as object), ...how } }), ...writing(options) };
}

/** The headers of a write, its signal, and who is told of its change set. */
export function writing({
  ifMatch,
  idempotencyKey,
  signal,
  onChangeSet,
}: WriteOptions): Pick<ClientRequest, 'headers' | 'signal' | 'onChangeSet'> {
  const headers = {
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  };
  return { headers, ...(signal === undefined ? {} : { signal }), ...(onChangeSet === undefined ? {} : { onChangeSet }) };
}
