import { AdminError } from '../errors/errors.ts';
import { type HttpResponse, json } from './message.ts';
import { Message, type Wording, writtenIn } from '../texts/message.ts';

/** The context of a failed request. */
export interface FailureContext {
  readonly requestId: string;
  /** In what language it is written. */
  readonly wording: Wording;
  /** Logs an unexpected error. */
  readonly log: (error: unknown) => void;
}

/** Turns an error into a response; this is the only place that does (CONTRACT §11). */
export function errorResponse(error: unknown, context: FailureContext): HttpResponse {
  if (!(error instanceof AdminError)) {
    context.log(error);
    return json(
      500,
      JSON.stringify(writtenIn({ detail: new Message('code_internal', {}), request_id: context.requestId }, context.wording)),
    );
  }
  // A limit of the service has no cause; reaching it is no failure, and is not logged.
  const isOfDatabase = error.status >= 500 || error.code === 'permission_denied';
  if (isOfDatabase && isFailure(error)) context.log(error);
  return json(error.status, JSON.stringify(writtenIn(bodyOf(error), context.wording)), error.headers);
}

/** Whether something else than a refusal is behind the error: one operation of several that is refused refuses them all. */
function isFailure({ cause }: AdminError): boolean {
  return cause instanceof AdminError ? isFailure(cause) : cause !== undefined;
}

function bodyOf(error: AdminError): unknown {
  const { detail, fields, body: given } = error.said;
  if (given) return { ...given, detail, ...(error.code === 'invalid' ? {} : { code: error.code }) };
  if (fields) {
    const body: Record<string, unknown> = { detail: '', ...fields };
    // Set after the fields, because one of them may be named `detail`.
    body['detail'] = detail;
    return body;
  }
  if (error.code === 'invalid') return { detail, non_field_errors: [detail] };
  return error.code === 'not_found' ? { detail } : { detail, code: error.code };
}
