import { databaseAway } from '../database.ts';
import { ConstraintError, type ConstraintKind } from '../constraint-error.ts';
import { RefusedValue } from './connections/connection.ts';

/** Busy, locked, I/O error, full, cannot open. */
const away: ReadonlySet<number> = new Set([5, 6, 10, 13, 14]);

const kinds: Readonly<Record<number, ConstraintKind>> = {
  275: 'check',
  787: 'foreign key',
  1299: 'not null',
  1555: 'unique',
  1811: 'refused',
  2067: 'unique',
  2579: 'unique',
  3091: 'bad value',
};

/** The error of the contract for an error of SQLite (CONTRACT §11). */
export function translateSqliteError(error: unknown): unknown {
  if (error instanceof RefusedValue) return new ConstraintError('bad value', { cause: error });
  const { errcode } = error as { errcode?: number };
  if (errcode === undefined || !(error instanceof Error)) return error;
  if (away.has(errcode & 0xff)) return databaseAway(error);
  const kind = kinds[errcode];
  if (!kind) return error;
  // Examples: "UNIQUE constraint failed: book.title, book.author", "cannot store TEXT value in INTEGER column book.pages".
  const [, named = ''] = /(?:failed: |column )([\s\S]*)$/.exec(error.message) ?? [];
  const columns =
    kind === 'check' || kind === 'refused'
      ? []
      : named.split(', ').flatMap((name) => (name.includes('.') ? [name.slice(name.indexOf('.') + 1)] : []));
  return new ConstraintError(kind, { columns, constraint: kind === 'check' ? named : undefined, cause: error });
}
