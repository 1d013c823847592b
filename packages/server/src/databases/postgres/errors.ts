import { AdminError } from '../../errors/errors.ts';
import { databaseAway } from '../database.ts';
import { ConstraintError, type ConstraintKind } from '../constraint-error.ts';
import { tlsRefusal } from './tls.ts';
import { say } from '../../texts/message.ts';

/** A value that does not fit its type or an expression on it, or an index entry that is too long. */
function isRefusedValue(code: string): boolean {
  return code.startsWith('22') || code === '2201F' || code === '54000';
}

const kinds: Readonly<Record<string, ConstraintKind>> = {
  '22001': 'too long',
  // Since PostgreSQL 18, of a foreign key with RESTRICT.
  '23001': 'foreign key',
  '23502': 'not null',
  '23503': 'foreign key',
  '23505': 'unique',
  '23514': 'check',
  '23P01': 'unique',
  '428C9': 'refused',
  '54000': 'too long',
};

/** The statements of PL/pgSQL that end with an error of their author's, which may have any code: RAISE and ASSERT. */
const raising: ReadonlySet<string | undefined> = new Set(['exec_stmt_raise', 'exec_stmt_assert']);

/**
 * The classes of errors that a statement has because of the rows that it meets, most of them in triggers: no case, several rows for one, a row that
 * a trigger has changed, an error of a function, a view's check option, recursion without an end, the errors of PL/pgSQL.
 */
const refusing: ReadonlySet<string> = new Set(['09', '20', '21', '27', '2F', '38', '39', '44', '54', 'P0']);

interface PostgresError extends Error {
  readonly code?: string;
  readonly detail?: string;
  readonly column?: string;
  readonly constraint?: string;
  /** The functions of the database in which the error occurred. */
  readonly where?: string;
  /** The function of the server that reported the error. */
  readonly routine?: string;
}

/** Undefined table, undefined function. */
const notFound: ReadonlySet<string> = new Set(['42P01', '42883']);

const searchPathHint =
  'A trigger or a function of the database does not find what it names without a schema. The option searchPath of postgres() adds the schemas of its application.';

/** The error code, if the error is one of a database: errors of Node.js have other codes. */
function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** Whether a statement was cancelled: by a request for that, or at its time limit. */
export function isCanceled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** The error of the contract for an error of the database (CONTRACT §11); any other error is returned unchanged, and is a 500. */
export function translatePostgresError(error: unknown): unknown {
  if (error instanceof AdminError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code !== undefined && isRefusedValue(code)) {
    return new AdminError('invalid', { cause: error, detail: say('wrongType') });
  }
  if (isCanceled(error)) return new AdminError('timeout', { cause: error });
  if (code === '42501') return missingPrivilege(error);
  // Lock timeout, table in use, deadlock, serialization failure.
  if (code === '55P03' || code === '55006' || code === '40P01' || code === '40001') return new AdminError('locked', { cause: error });
  return isAway(code, error.message) || tlsRefusal({ code, message: error.message }) !== undefined ? databaseAway(error) : error;
}

/** Whether a statement names a table or a column that is not there. */
export function isMissingName(error: unknown): error is Error {
  return error instanceof Error && ['42703', '42P01'].includes(codeOf(error) ?? '');
}

/**
 * Whether the server refuses to write because it is a standby: it has been replaced by another one, or is not promoted yet. The connection
 * is not to be used again, because its address may lead to another server by now.
 */
export function isStandby(error: unknown): boolean {
  const { code, routine } = (error instanceof AdminError ? (error.cause ?? {}) : error) as PostgresError;
  // The transaction of a write begins with READ WRITE, which is a setting.
  return code === '25006' || (code === '0A000' && routine === 'call_bool_check_hook');
}

/** Whether the driver has given up to wait for an answer. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Whether a connection must not be used again after this error of the driver. */
export function isConnectionLost(error: unknown): boolean {
  if (error === undefined) return false;
  const { code } = error as { code?: string };
  return code === undefined || !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P');
}

/** The error of a COMMIT: if the connection was lost before its answer, the outcome is not known. */
export function translateCommitError(error: unknown): unknown {
  // A deferred constraint is answered.
  if (error instanceof ConstraintError) return error;
  const cause = error instanceof AdminError ? error.cause : error;
  const isSent = !/not queryable/.test(cause instanceof Error ? cause.message : '');
  return isSent && cause instanceof Error && isConnectionLost(cause) ? new AdminError('outcome_unknown', { cause }) : error;
}

/** The database role lacks a privilege, so no user can do this; the server's message names the table, and no value. */
function missingPrivilege(error: Error & { readonly routine?: string }): AdminError {
  const isOwnWords = !raising.has(error.routine);
  const detail = isOwnWords ? say('refusedBecause', { message: error.message }) : say('refused');
  return new AdminError('permission_denied', { cause: error, detail });
}

/**
 * The server is not reached, or does not serve: no connection (08, 28, 3D000), no resources (53), stopping or starting (57P), an error of its
 * disk (58), a session or transaction that it has ended for its age (25P03, 25P04).
 */
const awayCodes =
  /^(08...|28...|3D000|53...|57P..|58...|25P0[34]|ECONN.*|EPIPE|ENOTFOUND|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ETIMEDOUT|EAI_.*|ENOENT)$/;

function isAway(code: string | undefined, message: string): boolean {
  if (code !== undefined) return awayCodes.test(code);
  return /timeout exceeded when trying to connect|Connection terminated|connection ended|server closed the connection|Client has encountered a connection error|not queryable|Query read timeout/i.test(
    message,
  );
}

/** The same for a statement that writes: violated constraints are distinguished. */
export function translateWriteError(error: unknown): unknown {
  const { column, constraint, detail, routine, where } = error as PostgresError;
  const code = codeOf(error);
  const kind = code === undefined ? undefined : raising.has(routine) || code === 'P0001' ? 'refused' : kindOf(code);
  if (code !== undefined && notFound.has(code) && where !== undefined) return new Error(searchPathHint, { cause: error });
  if (isStandby(error)) return databaseAway(error);
  if (!kind) return translatePostgresError(error);
  // The detail has the form "Key (email)=(a@b.c) already exists.", in any language.
  const [, key] = /\((.+?)\)=\(/.exec(detail ?? '') ?? [];
  const named = column === undefined ? (key?.split(', ').map(unquoted) ?? []) : [column];
  return new ConstraintError(kind, { columns: kind === 'check' ? [] : named, constraint, cause: error });
}

function kindOf(code: string): ConstraintKind | undefined {
  if (kinds[code]) return kinds[code];
  if (isRefusedValue(code)) return code === '22003' ? 'out of range' : 'bad value';
  return code.startsWith('23') || refusing.has(code.slice(0, 2)) ? 'check' : undefined;
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}
