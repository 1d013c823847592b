import type { ClientTrace } from '../auth/sign-in-log.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HttpResponse } from '../http/message.ts';
import type { ServiceSettings } from '../service/settings.ts';

/** If users sign in to the host application alone, these paths do not exist. */
export function hasSignIns({ staffSource }: ServiceSettings): boolean {
  return staffSource.methods.length > 0;
}

/** The client of a request, for the audit log and for attempts. */
export function clientTrace({ request, trace }: Exchange): ClientTrace {
  return { ...trace(), agent: request.header('user-agent') };
}

/** The response to a request that has nothing to answer. */
export const done: HttpResponse = { status: 204, headers: {}, body: null };
