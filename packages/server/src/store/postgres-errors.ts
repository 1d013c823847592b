import { AdminError } from '../errors.ts';

/** A text that is no value of the type: its form, its range, its date, its characters. */
const refusedValues: ReadonlySet<string> = new Set(['22P02', '22003', '22007', '22008', '22015', '22021', '22P05']);

/** What the database said, as what the contract says (CONTRACT §11); anything else stays as it is, a 500. */
export function translatePostgresError(error: unknown): unknown {
  if (error instanceof AdminError || !(error instanceof Error)) return error;
  const { code } = error as { code?: string };
  if (code !== undefined && refusedValues.has(code)) {
    return new AdminError('invalid', { cause: error, detail: 'A value is not of the type that the database wants.' });
  }
  if (code === '57014') return new AdminError('timeout', { cause: error, headers: { 'Retry-After': '5' } });
  const isAway =
    code === undefined
      ? /timeout exceeded when trying to connect|Connection terminated|connection ended|server closed the connection|Client has encountered a connection error/i.test(
          error.message,
        )
      : /^(08...|57P..|53...|ECONN.*|EPIPE|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN|ENOENT)$/.test(code);
  return isAway ? new AdminError('unavailable', { cause: error, headers: { 'Retry-After': '2' } }) : error;
}
