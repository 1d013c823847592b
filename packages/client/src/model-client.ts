import {
  type ActionResult,
  type Deleted,
  type ExportInput,
  type Key,
  keySegment,
  type MadeOtherwise,
  type OperationResults,
  type Page,
  type Preview,
  type Purged,
  type Reference,
  type References,
  type RelatedRows,
  type Restored,
  type RowHistory,
  type SuggestAnswer,
  type Suggestions,
  type Updated,
} from '@grimoire/protocol';
import type { AggregateAnswer, AggregateQuery } from './aggregates.ts';
import { RowTaken } from './errors.ts';
import { type Filters, queryOf } from './filters.ts';
import { PreviewClient } from './preview-client.ts';
import type { CallOptions, ClientRequest, Transport } from './transport.ts';
import {
  type ActionInput,
  type ActionTarget,
  type ChangeOfMany,
  type ChangeTarget,
  type Operation,
  requestOf,
  type Write,
  type WriteOptions,
  writes,
} from './write-requests.ts';

/**
 * The helpers of a row besides its fields: its key, the labels of the row, of each foreign key and of each choice, and the names of fields whose
 * values are cut. A field with the same name takes precedence.
 */
type Helpers<Name extends string> = { readonly [N in 'id' as Exclude<N, Name>]: Key } & {
  readonly _label: string;
  readonly _cut?: readonly string[];
} & {
  readonly [N in `${Name}_label` | `${Name}_display` as Exclude<N, Name>]?: string | null;
};

/** A row as it is served (CONTRACT §1). */
export type Served<Row> = Row & Helpers<keyof Row & string>;

/** A row, with the ETag that a later write can send as `If-Match`. */
export interface Tagged<Row> {
  readonly row: Served<Row>;
  readonly etag: string;
}

/** Actions whose names and input are unknown to the compiler. */
export type AnyActions = Readonly<Record<string, object>>;

/** A file that an action returned. */
export interface Download {
  readonly name: string;
  readonly type: string;
  readonly body: ReadableStream<Uint8Array> | null;
  blob(): Promise<Blob>;
}

/** The answer of an action. */
export type ActionOutcome = { readonly kind: 'result'; readonly result: ActionResult } | { readonly kind: 'file'; readonly file: Download };

/** The rows of one model. `Actions` is the input of each of its actions, `Create` what a new row is made of. */
export class ModelClient<Row extends object, Actions extends object = AnyActions, Create = Partial<Row>> {
  readonly key: string;
  readonly #transport: Transport;

  /** What writes would do: `orders.preview.deleteMany([1, 2])`. */
  readonly preview: PreviewClient<Row, Actions, Create>;

  constructor(key: string, transport: Transport) {
    this.key = key;
    this.#transport = transport;
    this.preview = new PreviewClient((request) => this.#json<Preview>(request));
  }

  /** One page. */
  list(filters: Filters<Row> = {}, options: CallOptions = {}): Promise<Page<Served<Row>>> {
    return this.#json({ method: 'GET', path: '', query: queryOf(filters), ...options });
  }

  /** All pages, one after the other, by the links of the service. */
  async *pages(filters: Filters<Row> = {}, options: CallOptions = {}): AsyncGenerator<Page<Served<Row>>> {
    let query: URLSearchParams | null = queryOf(filters);
    while (query !== null) {
      const page: Page<Served<Row>> = await this.#json({ method: 'GET', path: '', query, ...options });
      yield page;
      // The address under which the service knows itself may differ from the one that the client used.
      query = page.next === null ? null : new URL(page.next).searchParams;
    }
  }

  /** Every row. */
  async *rows(filters: Filters<Row> = {}, options: CallOptions = {}): AsyncGenerator<Served<Row>> {
    for await (const page of this.pages(filters, options)) yield* page.results;
  }

  get(pk: Key, options: CallOptions = {}): Promise<Tagged<Row>> {
    return this.#tagged({ method: 'GET', path: `${keySegment(pk)}/`, ...options });
  }

  /** Throws a {@link RowTaken} where the row is made, and the database has taken it out of its table. */
  create(data: Create, options: WriteOptions = {}): Promise<Tagged<Row>> {
    return this.#tagged(requestOf(writes.create(data as object), options));
  }

  /** Throws a {@link RowTaken} where the change is made, and the database has taken the row out of its table. */
  update(pk: Key, data: Partial<Row>, options: WriteOptions = {}): Promise<Tagged<Row>> {
    return this.#tagged(requestOf(writes.update(pk, data), options));
  }

  /** @returns undefined; where the database has kept the row and changed it instead, what it says of that, and the row as it is now. */
  delete(pk: Key, options: WriteOptions = {}): Promise<MadeOtherwise | undefined> {
    return this.#write(writes.delete(pk), options);
  }

  /** @returns how many rows got these values. */
  async updateMany(ids: readonly Key[], data: Partial<Row>, options: WriteOptions = {}): Promise<number> {
    return (await this.#write<Updated>(writes.updateMany(ids, data), options)).updated;
  }

  /** Changes rows, or all that filters match, by values or by what they have: {@link ChangeOfMany}. @returns how many, and how many have no value. */
  changeMany(target: ChangeTarget<Row>, values: ChangeOfMany<Row>, options: WriteOptions = {}): Promise<Updated> {
    return this.#write(writes.changeMany(target, values), options);
  }

  /** @returns how many rows were deleted. */
  async deleteMany(ids: readonly Key[], options: WriteOptions = {}): Promise<number> {
    return (await this.#write<Deleted>(writes.deleteMany(ids), options)).deleted;
  }

  /** Takes rows out of the trash. @returns how many. */
  async restoreMany(ids: readonly Key[], options: WriteOptions = {}): Promise<number> {
    return (await this.#write<Restored>(writes.restoreMany(ids), options)).restored;
  }

  /** Deletes rows in the trash for good. @returns how many. */
  async purgeMany(ids: readonly Key[], options: WriteOptions = {}): Promise<number> {
    return (await this.#write<Purged>(writes.purgeMany(ids), options)).purged;
  }

  /** Several changes, all or none; {@link ref} refers to the key that an earlier one created. */
  async operations(operations: readonly Operation[], options: WriteOptions = {}): Promise<OperationResults['results']> {
    return (await this.#write<OperationResults>(writes.operations(operations), options)).results;
  }

  autocomplete(q: string, options: CallOptions & { readonly page?: number } = {}): Promise<Suggestions> {
    const { page, ...rest } = options;
    return this.#json({ method: 'GET', path: 'autocomplete/', query: queryOf({ q, page }), ...rest });
  }

  /** Sums, averages, smallest and largest values of the rows that filters match, also in groups (CONTRACT §15). */
  aggregate<
    Sum extends keyof Row & string = never,
    Avg extends keyof Row & string = never,
    Min extends keyof Row & string = never,
    Max extends keyof Row & string = never,
  >(asked: AggregateQuery<Row, Sum, Avg, Min, Max> = {}, options: CallOptions = {}): Promise<AggregateAnswer<Sum, Avg, Min, Max>> {
    const { filter, sum, avg, min, max, groupBy } = asked;
    const query = queryOf({ ...filter, _sum: sum, _avg: avg, _min: min, _max: max, _group_by: groupBy });
    return this.#json({ method: 'GET', path: 'aggregate/', query, ...options });
  }

  /** The values that other fields of a form should have, once `field` has a new value (CONTRACT §15); nothing is saved. */
  async suggest(field: keyof Row & string, values: Readonly<Record<string, unknown>>, options: CallOptions = {}): Promise<Partial<Row>> {
    const answer = await this.#json<SuggestAnswer>({ method: 'POST', path: 'suggest/', body: { field, values }, ...options });
    return answer.values as Partial<Row>;
  }

  /** How many rows point to a row, by each foreign key that the user may view (CONTRACT §15). */
  async references(pk: Key, options: CallOptions = {}): Promise<readonly Reference[]> {
    const { references } = await this.#json<References>({ method: 'GET', path: `${keySegment(pk)}/references/`, ...options });
    return references;
  }

  /** The effects of a delete on other rows. */
  related(pk: Key, options: CallOptions = {}): Promise<RelatedRows> {
    return this.#json({ method: 'GET', path: `${keySegment(pk)}/related/`, ...options });
  }

  /** The changes of a row, newest first. */
  history(pk: Key, options: CallOptions & { readonly page?: number } = {}): Promise<RowHistory> {
    const { page, ...rest } = options;
    return this.#json({ method: 'GET', path: `${keySegment(pk)}/history/`, query: queryOf({ page }), ...rest });
  }

  /** Runs an action that answers with a message or a report. */
  async action<A extends keyof Actions & string>(
    name: A,
    target: ActionTarget<Row> & ActionInput<Actions[A]>,
    options: WriteOptions = {},
  ): Promise<ActionResult> {
    return this.#write(writes.action(name, target), options);
  }

  /** Runs an action that answers with a file. */
  async download<A extends keyof Actions & string>(
    name: A,
    target: ActionTarget<Row> & ActionInput<Actions[A]>,
    options: WriteOptions = {},
  ): Promise<Download> {
    return downloadOf(await this.#send(requestOf(writes.action(name, target), options)));
  }

  /** The rows as CSV, with the export that models have if their config does not replace it. */
  async export(target: ActionTarget<Row> & { readonly input?: ExportInput }, options: WriteOptions = {}): Promise<Download> {
    return downloadOf(await this.#send(requestOf(writes.action('export_csv', target), options)));
  }

  /** Runs an action whose kind of answer is unknown, as in a frontend that renders from the schema. */
  async run<A extends keyof Actions & string>(
    name: A,
    target: ActionTarget<Row> & ActionInput<Actions[A]>,
    options: WriteOptions = {},
  ): Promise<ActionOutcome> {
    const response = await this.#send(requestOf(writes.action(name, target), options));
    if (response.headers.has('content-disposition')) return { kind: 'file', file: downloadOf(response) };
    return { kind: 'result', result: await this.#transport.read<ActionResult>(response) };
  }

  #send(request: ClientRequest): Promise<Response> {
    return this.#transport.send({ ...request, path: `r/${encodeURIComponent(this.key)}/${request.path}` });
  }

  #write<T>(write: Write, options: WriteOptions): Promise<T> {
    return this.#json(requestOf(write, options));
  }

  async #json<T>(request: ClientRequest): Promise<T> {
    const response = await this.#send(request);
    return this.#transport.read<T>(response);
  }

  async #tagged(request: ClientRequest): Promise<Tagged<Row>> {
    const response = await this.#send(request);
    const row = await this.#transport.read<unknown>(response);
    const etag = response.headers.get('etag');
    if (etag === null && isTaken(row)) throw new RowTaken(row.detail);
    return { row: row as Served<Row>, etag: etag ?? '' };
  }
}

/** A row has an ETag; what the database has made in its place has none. */
function isTaken(answer: unknown): answer is MadeOtherwise {
  return typeof answer === 'object' && answer !== null && 'current' in answer && answer.current === null && 'detail' in answer;
}

function downloadOf(response: Response): Download {
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="([^"]*)"/.exec(disposition)?.[1];
  return {
    name: encoded === undefined ? (plain ?? 'download') : decodeURIComponent(encoded),
    type: response.headers.get('content-type') ?? '',
    body: response.body,
    blob: () => response.blob(),
  };
}
