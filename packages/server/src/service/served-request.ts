import type { RequestWork, RowRead, TimedStatements } from '../process/request-work.ts';

/** What is known of a request when its response is ready: never the key of a row, a value, or an address with them. */
export interface ServedRequest {
  readonly id: string;
  readonly method: string;
  /** The path of the endpoint, such as `/r/:model/:pk`; undefined if there is none. */
  readonly route?: string;
  /** The key of the model, such as `sales.Order`. */
  readonly model?: string;
  /** The key of the user. */
  readonly user?: string;
  readonly status: number;
  /** Whether the client had closed its connection before. */
  readonly isAbandoned: boolean;
  readonly milliseconds: number;
  /** Statements that it sent to the database. */
  readonly statements: number;
  /** Rows that they returned. */
  readonly rows: number;
  /** Where it has read rows, if the database has replicas. */
  readonly reads: readonly RowRead[];
  /** Those that took longest. */
  readonly slowest: TimedStatements | undefined;
}

/** Is told of each request when its response is ready. */
export type RequestObserver = (served: ServedRequest) => void;

/** Runs the job of a request as a span of a trace. */
export type TraceRequest = <Response extends { readonly status: number }>(
  method: string,
  work: RequestWork,
  job: () => Promise<Response>,
) => Promise<Response>;
