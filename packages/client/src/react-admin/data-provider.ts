import type { ActionResult, OperationResults, Preview, RelatedRows, RowHistory } from '@grimoire/protocol';
import type { DataProvider, GetListParams, Identifier } from 'ra-core';
import type { Client } from '../client.ts';
import type { ActionOutcome, Download } from '../model-client.ts';
import type { Operation, WriteOptions } from '../write-requests.ts';
import { Keys, type KeySchema } from './keys.ts';
import { list, type ListParts, many, type Rows, signalOf, suggestions } from './lists.ts';
import { changesOf, filtersOf, type ServedRecord } from './records.ts';
import { forReactAdmin } from './request-error.ts';

/** The rows on which an action runs, in react-admin's terms: these, all that a list's filter matches, or none. */
export interface ActionParams extends Pick<WriteOptions, 'idempotencyKey' | 'ifPreview' | 'reason' | 'onChangeSet'> {
  readonly ids?: readonly Identifier[];
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly input?: object;
}

/** react-admin's data provider, with the further operations of the service; each throws a `RequestError`. */
export interface GrimoireDataProvider extends DataProvider {
  action(resource: string, name: string, params: ActionParams): Promise<ActionResult>;
  download(resource: string, name: string, params: ActionParams): Promise<Download>;
  /** An action whose answer may be a file or a result. */
  run(resource: string, name: string, params: ActionParams): Promise<ActionOutcome>;
  /** What an action would do. */
  previewAction(resource: string, name: string, params: ActionParams): Promise<Preview>;
  /** Several changes, all or none. */
  operations(
    resource: string,
    operations: readonly Operation[],
    meta?: { readonly idempotencyKey?: string },
  ): Promise<OperationResults['results']>;
  related(resource: string, id: Identifier): Promise<RelatedRows>;
  history(resource: string, params: { readonly id: Identifier; readonly page?: number }): Promise<RowHistory>;
  widget<Data>(name: string, params?: Readonly<Record<string, unknown>>): Promise<Data>;
}

/** The options of the provider. */
export interface DataProviderOptions {
  /** The service's `MAX_PAGE_SIZE`: longer pages are requested in parts. */
  readonly maxPageSize?: number;
  /** Returns the schema of a model from the page's own cache; by default the client requests it. */
  readonly schemaOf?: (model: string) => Promise<KeySchema>;
}

type AnyClient = Client<Readonly<Record<string, Readonly<Record<string, unknown>>>>>;

/**
 * The models of a service as react-admin's resources, each named by its key (`sales.Order`). A row that was read alone has its
 * ETag as `_etag`: an update or delete of it fails with the problem `conflict` if another user has changed it. Only the values
 * that a form changed are sent. With `meta: { autocomplete: true }`, a list requests the model's autocomplete, whose records are
 * `{ id, _label }`, with `_fields` where the model's pickers show fields beside the label. With `meta: { cut: 2000 }`, it cuts longer texts and JSON, and
 * names their fields in `_cut`: such a record is for a list, and can not be saved.
 */
export function dataProvider(client: AnyClient, { maxPageSize = 200, schemaOf }: DataProviderOptions = {}): GrimoireDataProvider {
  const rows = (resource: string): Rows => client.model(resource);
  const keys = new Keys(schemaOf ?? ((model) => client.schemaOf(model)));
  const methods = {
    ...readingMethods(rows, { maxPageSize, keys }),
    ...writingMethods(rows, keys),
    ...ownMethods(rows),
    widget: (name: string, params: Readonly<Record<string, unknown>> = {}) => client.widget(name, params),
  };
  const provided = Object.entries(methods).map(([name, method]) => [
    name,
    (...args: readonly unknown[]) => forReactAdmin((method as (...given: readonly unknown[]) => Promise<unknown>)(...args)),
  ]);
  return { ...(Object.fromEntries(provided) as GrimoireDataProvider), supportAbortSignal: true };
}

type RowsOf = (resource: string) => Rows;

// `DataProvider` has the types for react-admin's calls; the types here name the params that each method reads.
function readingMethods(rows: RowsOf, parts: ListParts) {
  const { keys, maxPageSize: size } = parts;
  return {
    getList: (resource: string, params: GetListParams) =>
      (params.meta as { autocomplete?: boolean } | undefined)?.autocomplete
        ? suggestions(rows(resource), params)
        : list(rows(resource), params, parts),
    getOne: async (resource: string, { id, signal }: { id: Identifier; signal?: AbortSignal }) => ({
      data: await keys.tagged(resource, await rows(resource).get(id, signalOf(signal))),
    }),
    getMany: (resource: string, { ids, signal }: { ids: readonly Identifier[]; signal?: AbortSignal }) =>
      many(rows(resource), { ids, size, keys, ...signalOf(signal) }),
    getManyReference: (resource: string, { target, id, ...params }: GetListParams & { target: string; id: Identifier }) =>
      list(rows(resource), { ...params, filter: { ...(params.filter as object), [target]: id } }, parts),
  };
}

function writingMethods(rows: RowsOf, keys: Keys) {
  return {
    create: async (resource: string, { data, meta }: { data: Values; meta?: { idempotencyKey?: string } }) => ({
      data: await keys.tagged(resource, await rows(resource).create(changesOf(data, undefined), keyOf(meta))),
    }),
    update: async (resource: string, { id, data, previousData }: { id: Identifier; data: Values; previousData?: ServedRecord }) => ({
      data: await keys.tagged(resource, await rows(resource).update(id, changesOf(data, previousData), ifMatch(previousData))),
    }),
    updateMany: async (resource: string, { ids, data }: { ids: Identifier[]; data: Values }) => {
      await rows(resource).updateMany(ids, changesOf(data, undefined));
      return { data: ids };
    },
    delete: async (resource: string, { id, previousData }: { id: Identifier; previousData?: ServedRecord }) => {
      await rows(resource).delete(id, ifMatch(previousData));
      return { data: previousData ?? { id } };
    },
    deleteMany: async (resource: string, { ids }: { ids: Identifier[] }) => {
      await rows(resource).deleteMany(ids);
      return { data: ids };
    },
  };
}

function ownMethods(rows: RowsOf) {
  return {
    action: (resource: string, name: string, params: ActionParams) => rows(resource).action(name, ...actionOf(params)),
    download: (resource: string, name: string, params: ActionParams) => rows(resource).download(name, ...actionOf(params)),
    run: (resource: string, name: string, params: ActionParams) => rows(resource).run(name, ...actionOf(params)),
    previewAction: (resource: string, name: string, params: ActionParams) => rows(resource).preview.action(name, ...actionOf(params)),
    operations: (resource: string, operations: readonly Operation[], meta?: { idempotencyKey?: string }) =>
      rows(resource).operations(operations, keyOf(meta)),
    restoreMany: (resource: string, ids: readonly Identifier[]) => rows(resource).restoreMany(ids),
    purgeMany: (resource: string, ids: readonly Identifier[]) => rows(resource).purgeMany(ids),
    related: (resource: string, id: Identifier) => rows(resource).related(id),
    history: (resource: string, { id, page }: { id: Identifier; page?: number }) =>
      rows(resource).history(id, page === undefined ? {} : { page }),
  };
}

type Values = Record<string, unknown>;

function keyOf(meta: { idempotencyKey?: string } | undefined): { idempotencyKey?: string } {
  return meta?.idempotencyKey === undefined ? {} : { idempotencyKey: meta.idempotencyKey };
}

function ifMatch(previous: ServedRecord | undefined): { ifMatch?: string } {
  return previous?._etag === undefined ? {} : { ifMatch: previous._etag };
}

function actionOf({
  ids,
  filter,
  input,
  ...options
}: ActionParams): Parameters<Rows['action']> extends [unknown, ...infer Rest] ? Rest : never {
  const withInput = input === undefined ? {} : { input };
  const target = filter ? { allFiltered: filtersOf(filter), ...withInput } : ids ? { ids, ...withInput } : withInput;
  return [target, options];
}
