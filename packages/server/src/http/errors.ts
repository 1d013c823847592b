import { errorCodes } from '@grimoire/protocol';
import { AdminError } from '../errors.ts';
import { type HttpResponse, json } from './message.ts';

/** What a failed request is told to whom. */
export interface FailureContext {
  readonly requestId: string;
  /** Takes what nobody expected. */
  readonly log: (error: unknown) => void;
}

/** The one place where failures become answers (CONTRACT §11). */
export function errorResponse(error: unknown, context: FailureContext): HttpResponse {
  if (!(error instanceof AdminError)) {
    context.log(error);
    return json(500, JSON.stringify({ detail: errorCodes.internal.detail, request_id: context.requestId }));
  }
  // A limit of the service's own has no cause: that it was reached is no failure of anything.
  const isOfDatabase = error.status >= 500 || error.code === 'permission_denied';
  if (isOfDatabase && error.cause !== undefined) context.log(error);
  return json(error.status, JSON.stringify(bodyOf(error)), error.headers);
}

function bodyOf(error: AdminError): unknown {
  if (error.body) return { ...error.body, detail: error.detail, ...(error.code === 'invalid' ? {} : { code: error.code }) };
  if (error.fields) {
    const body: Record<string, unknown> = { detail: '', ...error.fields };
    // After the fields, for one of them may be named `detail`.
    body['detail'] = error.detail;
    return body;
  }
  if (error.code === 'invalid') return { detail: error.detail, non_field_errors: [error.detail] };
  return error.code === 'not_found' ? { detail: error.detail } : { detail: error.detail, code: error.code };
}
