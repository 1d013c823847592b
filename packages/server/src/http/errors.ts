import { errorCodes } from '@grimoire/protocol';
import { AdminError } from '../errors.ts';
import { type HttpResponse, json } from './message.ts';

/** The context of a failed request. */
export interface FailureContext {
  readonly requestId: string;
  /** Logs an unexpected error. */
  readonly log: (error: unknown) => void;
}

/** Turns an error into a response; this is the only place that does (CONTRACT §11). */
export function errorResponse(error: unknown, context: FailureContext): HttpResponse {
  if (!(error instanceof AdminError)) {
    context.log(error);
    return json(500, JSON.stringify({ detail: errorCodes.internal.detail, request_id: context.requestId }));
  }
  // A limit of the service has no cause; reaching it is no failure, and is not logged.
  const isOfDatabase = error.status >= 500 || error.code === 'permission_denied';
  if (isOfDatabase && isFailure(error)) context.log(error);
  return json(error.status, JSON.stringify(bodyOf(error)), error.headers);
}

/** Whether something else than a refusal is behind the error: one operation of several that is refused refuses them all. */
function isFailure({ cause }: AdminError): boolean {
  return cause instanceof AdminError ? isFailure(cause) : cause !== undefined;
}

function bodyOf(error: AdminError): unknown {
  if (error.body) return { ...error.body, detail: error.detail, ...(error.code === 'invalid' ? {} : { code: error.code }) };
  if (error.fields) {
    const body: Record<string, unknown> = { detail: '', ...error.fields };
    // Set after the fields, because one of them may be named `detail`.
    body['detail'] = error.detail;
    return body;
  }
  if (error.code === 'invalid') return { detail: error.detail, non_field_errors: [error.detail] };
  return error.code === 'not_found' ? { detail: error.detail } : { detail: error.detail, code: error.code };
}
