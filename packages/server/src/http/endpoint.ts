import type { StoredRow } from '../model/config/hooks.ts';
import type { ModelRight, TrashRight } from '../model/actor.ts';
import type { EndpointDoc } from '../openapi/endpoint-doc.ts';
import type { WriteOptions } from '../request/write-options.ts';
import type { IdempotentRequest } from '../write/idempotency.ts';
import type { Writer } from '../write/transaction.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import type { BodyReader } from './body.ts';
import type { Exchange, ModelExchange, RowExchange, StaffExchange } from './exchange.ts';
import type { HttpResponse } from './message.ts';
import type { ParameterReader } from './parameters.ts';
import type { ServiceSettings } from '../service/settings.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What is known of a request before its endpoint is called, by who may call it. */
interface Exchanges {
  /** Any client. */
  readonly public: Exchange;
  /** Members of staff. */
  readonly staff: StaffExchange;
  /** Members of staff who may know of the model in the path's `:model`; for others, there is no such path. */
  readonly model: ModelExchange;
  /** The same; the path's `:pk` is parsed as a key of the model. */
  readonly row: RowExchange;
}

export type Access = keyof Exchanges;

/** The exchange of a request before its parameters and body have been read. */
export type Unread<A extends Access> = A extends 'row' ? ModelExchange : Exchanges[A];

/** The exchange of a request, with its parameters and its body. */
export type ReadExchange<A extends Access, Q, B> = Exchanges[A] & {
  readonly query: Q;
  /** Without the options of a write. */
  readonly body: B;
  readonly options: WriteOptions;
};

/** The same with the input that was made of them. */
export type Call<A extends Access, Q, B, I> = ReadExchange<A, Q, B> & { readonly input: I } & Pick<Writer, 'intent' | 'recorded'>;

/** A handler alone. */
export interface RespondingHandler<A extends Access, Q, B, I> {
  readonly kind: 'respond';
  /** Whether it changes a row by itself, so that it is refused while the service is read-only. */
  readonly changesRows?: true;
  run(call: Call<A, Q, B, I>): Promise<HttpResponse> | HttpResponse;
}

/** The row of the path is locked in a transaction, an `If-Match` is compared with the row, and the handler writes. */
export interface RowHandler<A extends 'row', Q, B, I> {
  readonly kind: 'write row';
  /** What the lock is for. */
  readonly lock: 'change' | 'delete' | TrashRight;
  run(call: Call<A, Q, B, I>, unit: UnitOfWork, before: StoredRow): Promise<HttpResponse>;
}

/** A request with an `Idempotency-Key` is identified, so that the handler can execute it once (CONTRACT §7). */
export interface OnceHandler<A extends 'staff' | 'model' | 'row', Q, B, I> {
  readonly kind: 'execute once';
  /** What the request does, independent of how the URL is spelled. */
  operation(call: Call<A, Q, B, I>): string;
  /** Whether this request changes no rows; by default each does. */
  isReading?(call: Call<A, Q, B, I>): boolean;
  /** @param repeatable passed on to `writeOnce`, or to a run of an action; null if the request has no `Idempotency-Key`. */
  run(call: Call<A, Q, B, I>, repeatable: IdempotentRequest | null): Promise<HttpResponse>;
}

/** How an endpoint responds. Each kind says what the pipeline does around the handler. */
export type Handler<A extends Access, Q, B, I> =
  | RespondingHandler<A, Q, B, I>
  | (A extends 'row' ? RowHandler<A, Q, B, I> : never)
  | (A extends 'staff' | 'model' | 'row' ? OnceHandler<A, Q, B, I> : never);

/**
 * An endpoint of the service. The pipeline (`respond.ts`), the OpenAPI document, and the gates on tests and docs read this declaration; what
 * it does not declare does not happen.
 * @template A who may call it.
 * @template Q its query parameters, as read.
 * @template B its body, as read.
 * @template I the input of its handler, if that is more than parameters and body.
 */
export interface Endpoint<A extends Access = Access, Q = unknown, B = unknown, I = unknown> {
  readonly method: Method;
  /** Path below the base path without a slash at its end, such as `/r/:model/:pk`. */
  readonly path: `/${string}`;
  readonly access: A;
  /** Whether the service has this endpoint; if not, the response is a 404. By default it has. */
  isServed?(settings: ServiceSettings): boolean;
  /** Whether the row of the path is one in the trash of its model. */
  readonly isOfTrash?: true;
  /**
   * The right on the model that is required before parameters and body are read, or a check that throws; that the user is a superuser; null if
   * nothing is required.
   */
  readonly right: A extends 'model' | 'row'
    ? ModelRight | { check(exchange: ModelExchange): void } | null
    : A extends 'staff'
      ? 'superuser' | null
      : null;
  /** Reads the query parameters; refuses those that it does not know. */
  readonly parameters: ParameterReader<Q, Unread<A>>;
  readonly body: BodyReader<B, Unread<A>>;
  /** Where the request says how it writes: whether it is only tried, and why it is made. By default nowhere. */
  readonly writeOptions?: 'query' | 'body';
  /**
   * Turns the body into the input of the handler. Throws a 400 if it is malformed, and a 403 if it requires a right that the user lacks.
   */
  input?(request: ReadExchange<A, Q, B>): I;
  readonly handler: Handler<A, Q, B, I>;
  /** What the OpenAPI document says about it, beside what follows from this declaration; null if it is not part of the API. */
  readonly doc: EndpointDoc | null;
}

/** Declares an endpoint. */
export function endpoint<A extends Access, Q, B, I = undefined>(declaration: Endpoint<A, Q, B, I>): Endpoint {
  return declaration;
}
