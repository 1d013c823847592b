import type { Dialect } from './options.ts';

/** What the runner asks of a child: what it has used so far, or to end. */
export type Request = 'usage' | 'stop';

/** What a child tells the runner: where it listens, once, and then what it has used. */
export type Answer = { readonly origin: string } | Usage;

/** What a process has used so far. */
export interface Usage {
  /** CPU time in microseconds, user and system. */
  readonly cpu: number;
  /** The most memory that it held since it was last asked, in bytes: looked at fifty times a second. */
  readonly memory: number;
}

/** What both children are started with, as JSON in their first argument. */
export interface Setup {
  readonly dialect: Dialect;
  /** An address of PostgreSQL, or a file of SQLite. */
  readonly address: string;
}

/** Who may log in at the service. */
export const credentials: { readonly username: string; readonly password: string } = {
  username: 'bench',
  password: 'a password for the bench',
};
