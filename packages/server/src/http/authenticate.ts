import type { StaffUser } from '../auth/staff.ts';
import { ActorChanged, ActorConfirmation } from '../authorize/actor-confirmation.ts';
import type { StatementReader } from '../databases/statement.ts';
import { actAs, longWrite } from '../service/act-as.ts';
import { type Identity, identify } from './authenticators/authenticator.ts';
import { maxBodyBytes } from './body.ts';
import type { Exchange, StaffExchange } from './exchange.ts';
import type { HttpRequest, HttpResponse } from './message.ts';
import type { RequestTrace } from '../write/unit-of-work.ts';

type Job = (exchange: StaffExchange) => Promise<HttpResponse>;

/**
 * Runs a job for the member of staff who has sent the request, with their current permissions (CONTRACT §10). Throws a 401 or 403.
 *
 * A request that only reads, or that writes one row, is first worked on for the user as last read. Its answer is sent, and its transaction
 * committed, only if the user is confirmed as unchanged: usually by a statement that goes with the one that reads or locks the data, which saves
 * a round trip to the database.
 * @param confirms whether the endpoint of a write confirms the user within its transaction.
 */
export async function withStaff(exchange: Exchange, confirms: boolean, job: Job): Promise<HttpResponse> {
  const identity = await identify(exchange.service.authenticators.all, exchange);
  const remembered = isRead(exchange.request) || confirms ? identity.remembered?.() : undefined;
  if (!remembered || identity.renewal?.isDue(remembered) === true) return withCurrentUser(exchange, identity, job, identity.found);
  const { request, isSlow } = await withBody(exchange.request);
  if (isSlow) return withCurrentUser({ ...exchange, request }, identity, job, undefined);
  const confirmation = new ActorConfirmation(remembered.state);
  const staff = staffExchange({ ...exchange, request }, identity, remembered, confirmation);
  const response = await attempt(async () => {
    identity.require(remembered);
    requireCsrf(exchange, identity, remembered);
    return job(staff);
  });
  if (response && confirmation.isDone) return response();
  const now = await identity.read();
  if (response && now && isSame(now, remembered)) return response();
  return withCurrentUser({ ...exchange, request }, identity, job, now);
}

/** @param read the user, if they have been read for this request already. */
async function withCurrentUser(
  exchange: Exchange,
  identity: Identity,
  job: Job,
  read: StaffUser | null | undefined,
): Promise<HttpResponse> {
  let user = identity.require(read === undefined ? await identity.read() : read);
  const { request, isSlow } = await withBody(exchange.request);
  // The user may have lost permissions while the body arrived.
  if (isSlow) user = identity.require(await identity.read());
  requireCsrf(exchange, identity, user);
  const staff = staffExchange({ ...exchange, request }, identity, user);
  const response = await job(staff);
  return identity.renewal?.isDue(user) === true ? identity.renewal.renew(response, exchange) : response;
}

/** Throws a 403 for a write without a CSRF token, if browsers send its credentials by themselves. */
function requireCsrf(exchange: Exchange, identity: Identity, user: StaffUser): void {
  const { request, service } = exchange;
  if (identity.isAmbient && !isRead(request)) service.cookies.requireCsrf(exchange, identity.authenticationOf(user).signIn);
}

/** @param confirmation by default the user was read for this request. */
function staffExchange(exchange: Exchange, identity: Identity, user: StaffUser, confirmation?: ActorConfirmation): StaffExchange {
  const { readInTransaction } = identity;
  const readAgain = readInTransaction && (async (reader: StatementReader) => identity.require(await readInTransaction(reader)));
  const authentication = identity.authenticationOf(user);
  const trace = (): RequestTrace => ({ ...exchange.trace(), via: authentication.kind });
  const acting = actAs(exchange.service, user, trace, { readAgain, ...(confirmation ? { confirmation } : {}) });
  return { ...exchange, ...acting, authentication };
}

/** The request with its whole body. An error of the body is thrown when the body is used. */
async function withBody(request: HttpRequest): Promise<{ readonly request: HttpRequest; readonly isSlow: boolean }> {
  if (isRead(request)) return { request, isSlow: false };
  const started = Date.now();
  const body = request.text(maxBodyBytes);
  await body.catch(() => undefined);
  return { request: { ...request, text: () => body }, isSlow: Date.now() - started > longWrite };
}

function isRead({ method }: HttpRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isSame(now: StaffUser, seen: StaffUser): boolean {
  return now.state?.value === seen.state?.value;
}

/**
 * Runs a job.
 * @returns what later returns its response, or throws its error; null if a statement of the job has found that the user has changed.
 */
async function attempt(job: () => Promise<HttpResponse>): Promise<(() => HttpResponse) | null> {
  try {
    const response = await job();
    return () => response;
  } catch (error) {
    if (error instanceof ActorChanged) return null;
    return () => {
      throw error;
    };
  }
}
