import { errorOf } from '../../packages/client/src/errors.ts';
import { type ErrorCode, errorCodes } from '../../packages/protocol/src/errors.ts';
import { tableOf } from './table.ts';

const intro = `# Errors

Every error code of the API with its status and its default text, from \`errorCodes\` of \`@grimoire/protocol\`; an answer may have a more precise
text in \`detail\`. The last column is the \`kind\` of the problem that \`@grimoire/client\` makes of it. This page is written and compared by
\`test/docs/errors.test.ts\`.

- The body is \`{"detail", "code"}\`. A 404 and a 500 have no code, and neither has a 400 that names fields or parameters: its body is
  \`{"field": ["message"]}\`, with \`non_field_errors\` for what belongs to no field.
- A 401 carries \`WWW-Authenticate: Bearer\`, a 429 and each 503 but \`outcome_unknown\` carry \`Retry-After\` in seconds.
- A 500 has a \`request_id\`, which is in the log line of the error and in the header \`X-Request-Id\` of every answer.
- The order of the checks, and the form of each body, are in [the wire contract](wire-contract.md#11-errors). What to do about a text that you
  see is in [troubleshooting](../how-to/troubleshoot.md).`;

/** When each code is the answer: complete by its type. */
const when: Readonly<Record<ErrorCode, string>> = {
  invalid: 'The body is valid JSON, but not what the endpoint takes',
  parse_error: 'The body is not JSON',
  bad_host: 'The request names a host that `allowedHosts` does not list',
  not_authenticated: 'The request has no credentials',
  invalid_credentials: 'A login with a wrong password, or of a user who is unknown, inactive or not staff',
  token_not_valid: 'The token is expired, revoked or not of this service, or its user may no longer sign in',
  not_staff: "The host's own session belongs to a user who is not staff here",
  csrf_failed: 'A write with a cookie, without `X-CSRFToken`, or from a page of another origin',
  too_many_attempts: 'Too many failed logins of this account, or from this address',
  permission_denied: 'The user may see the model, and may not do this',
  not_linked:
    'A save writes the row of the user into a column that may not be null, and the user has no [link](../how-to/link-staff-to-your-users.md)',
  read_only: 'A write to a model that is `readonly`, or a view',
  not_found: 'There is no such path, model or row, or the user may not know of it',
  method_not_allowed: 'The path has no such method',
  body_too_large: 'The body is larger than 1 MiB, as sent or decompressed',
  unsupported_media_type: 'The body is of another type than JSON, or has a coding other than gzip',
  protected: 'Other rows refer to the row, or the database does not delete or change it; `blocked_by` counts the rows',
  locked: 'The request has waited for 5 s for a row, or for a connection that writes',
  undo_conflict: 'An undo would take back values that were changed since; `rows` names them',
  already_undone: 'The change set was taken back before',
  incomplete: 'An undo of a change set of which not everything was recorded, or whose values are no longer kept',
  irreversible: 'An undo of an action that says that it can not be taken back',
  conflict: 'The row was changed since the version that `If-Match` names; `current` is the row as it is now',
  idempotency_clash: 'The `Idempotency-Key` belongs to an earlier request with another body',
  not_replayable: 'The first request with this `Idempotency-Key` was answered with a file, which is not stored',
  preview_unknown: '`if_preview` is not the token of a dry run of this request by this user',
  preview_spent: 'The request of this token was carried out before',
  preview_expired: 'The dry run of this token is more than ten minutes old',
  preview_changed: 'The request would do something else than its dry run has shown; `rows` names what differs',
  action_failed: 'The handler of an action refused',
  internal: 'A bug in the service or in the code of the host application',
  unavailable:
    'The database is not reached, or refuses to serve (it is a standby, its disk is full, it refuses the password), or more is asked than can be served',
  timeout: 'The statements of a request, or a run of an action, took longer than their limit',
  maintenance: '`settings.readOnly` or `serve --read-only` is on, and the request would change rows',
  outcome_unknown:
    'The connection to the database was lost, or SQLite took too long, while a write was committed. The same request with the same `Idempotency-Key` is done once and tells the outcome; it has no `Retry-After`, because without a key it might be done twice',
  shutting_down: 'The process is ending',
};

/** The text of docs/reference/errors.md. */
export async function errorsPage(): Promise<string> {
  const rows = await Promise.all(
    Object.entries(errorCodes)
      .map(([code, { status, detail }]) => ({ code: code as ErrorCode, status, detail }))
      .toSorted((a, b) => a.status - b.status)
      .map(async ({ code, status, detail }) => [`\`${code}\``, String(status), detail, when[code], await kindOf(code, status)]),
  );
  return `${intro}\n\n${tableOf([['Code', 'Status', 'Text', 'When', 'Kind'], ...rows])}\n`;
}

/** What the client makes of an answer with the code. */
async function kindOf(code: ErrorCode, status: number): Promise<string> {
  const { problem } = await errorOf(new Response(JSON.stringify({ detail: '', code }), { status }));
  return `\`${problem.kind}\``;
}
