import pg from 'pg';
import { breakConnection } from './connections.ts';
import { isUnanswered } from '../errors.ts';
import type { Ran, RawRow } from '../../statement.ts';
import type { SentStatements } from '../../statement-queue.ts';

/** A statement of a batch. */
export interface BatchStep {
  readonly text: string;
  /** The name of the prepared statement; empty for one that is parsed, used and forgotten. */
  readonly name: string;
  /** Whether the connection has not prepared it yet. */
  readonly isNew: boolean;
  readonly values: readonly unknown[];
}

/** The result of a statement, with the word of the command that the server reports, such as `COMMIT`. */
export interface StepResult extends Ran {
  readonly command: string;
}

/** The end of a batch. */
export type BatchEnd = SentStatements<StepResult>;

/** How a batch is sent. */
export interface BatchOptions {
  /** Names of prepared statements that the connection forgets first; asked for when the batch is sent. */
  readonly takeClosed: () => readonly string[];
  readonly done: (end: BatchEnd) => void;
}

/** What the driver passes for the messages of the server that a batch uses. */
interface Messages {
  readonly row: { readonly fields: RawRow };
  readonly complete: { readonly text: string };
}

/** The part of the driver's connection that writes messages; `@types/pg` knows older forms of it. */
interface Wire {
  readonly stream: { cork?(): void; uncork?(): void };
  parse(query: { readonly text: string; readonly name: string }): void;
  bind(config: { readonly statement: string; readonly values: readonly unknown[] }): void;
  execute(config: object): void;
  close(target: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

const { prepareValue } = (pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => unknown } }).utils;

/** Values as they are sent; one that a statement has twice, such as a long list, is written once. */
function preparedValues(values: readonly unknown[]): unknown[] {
  const lists = new Map<unknown, unknown>();
  return values.map((value) => {
    if (!Array.isArray(value)) return prepareValue(value);
    if (!lists.has(value)) lists.set(value, prepareValue(value));
    return lists.get(value);
  });
}

/**
 * Several statements that are sent at once and answered at once, as one query of the driver. The server runs them in order and stops at the
 * first error. Outside a transaction they form one of their own. Values are sent and rows are returned as text.
 */
export class Batch implements pg.Submittable {
  /** Set by the driver, if a host's pool has a `query_timeout`. */
  callback?: (error?: Error) => void;
  readonly #steps: readonly BatchStep[];
  readonly #bound: readonly unknown[][];
  readonly #takeClosed: () => readonly string[];
  readonly #done: (end: BatchEnd) => void;
  readonly #results: StepResult[] = [];
  #rows: RawRow[] = [];
  #isOver = false;

  /**
   * Throws if the driver can not convert a value.
   */
  constructor(steps: readonly BatchStep[], { takeClosed, done }: BatchOptions) {
    this.#steps = steps;
    this.#bound = steps.map(({ values }) => preparedValues(values));
    this.#takeClosed = takeClosed;
    this.#done = done;
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    // One system call for all messages.
    wire.stream.cork?.();
    try {
      for (const name of this.#takeClosed()) wire.close({ type: 'S', name });
      for (const [index, { text, name, isNew }] of this.#steps.entries()) {
        if (isNew) wire.parse({ text, name });
        wire.bind({ statement: name, values: this.#bound[index] ?? [] });
        wire.execute({});
      }
      wire.sync();
    } finally {
      wire.stream.uncork?.();
    }
  }

  handleDataRow({ fields }: Messages['row']): void {
    this.#rows.push(fields);
  }

  handleCommandComplete({ text }: Messages['complete']): void {
    const words = text.split(' ');
    this.#results.push({ rows: this.#rows, changes: Number(words.at(-1)) || 0, command: words[0] ?? '' });
    this.#rows = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: unknown, connection?: pg.Connection): void {
    // Otherwise the driver would wait for the rest of the answer before it sends the next statement.
    if (isUnanswered(error) && connection) breakConnection({ connection });
    this.#end({ results: this.#results, error });
  }

  handleReadyForQuery(): void {
    this.#end({ results: this.#results });
  }

  handleCopyInResponse(connection: pg.Connection): void {
    (connection as unknown as Wire).sendCopyFail('There is nothing to copy.');
  }

  handleRowDescription(): void {}

  handleCopyData(): void {}

  #end(end: BatchEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.callback?.(end.error as Error | undefined);
    this.#done(end);
  }
}
