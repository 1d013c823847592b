import type { Dialect } from './options.ts';

/** What the runner asks of a child: its CPU time so far, or to end. */
export type Request = 'cpu' | 'stop';

/** What a child tells the runner: where it listens, once, and then its CPU time in microseconds, user and system. */
export type Answer = { readonly origin: string } | { readonly cpu: number };

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
