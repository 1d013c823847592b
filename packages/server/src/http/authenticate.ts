import { isDeepStrictEqual } from 'node:util';
import type { StaffUser } from '../auth/staff.ts';
import { ActorChanged, ActorConfirmation } from '../authorize/actor-confirmation.ts';
import { Policy } from '../authorize/policy.ts';
import { AdminError } from '../errors/errors.ts';
import type { RecheckRights } from '../write/transaction.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import { currentWork } from '../process/request-work.ts';
import { type Identity, identify } from './authenticators/authenticator.ts';
import { maxBodyBytes } from './body.ts';
import type { Exchange, StaffExchange } from './exchange.ts';
import type { HttpRequest, HttpResponse } from './message.ts';
import { say } from '../texts/message.ts';

type Job = (exchange: StaffExchange) => Promise<HttpResponse>;

/** A body, or a write, that takes longer is slow, in milliseconds: the user is read again. */
const slow = 100;

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
  const seen = isRead(exchange.request) || confirms ? identity.remembered?.() : undefined;
  if (!seen || identity.renewal?.isDue(seen) === true) return withCurrentUser(exchange, identity, job, identity.found);
  const { request, isSlow } = await withBody(exchange.request);
  if (isSlow) return withCurrentUser({ ...exchange, request }, identity, job, undefined);
  const confirmation = new ActorConfirmation(seen.state);
  const staff = staffExchange({ ...exchange, request }, identity, { user: seen, confirmation });
  const response = await attempt(async () => {
    identity.require(seen);
    requireCsrf(exchange, identity, seen);
    return job(staff);
  });
  if (response && confirmation.isDone) return response();
  const now = await identity.read();
  if (response && now && isSame(now, seen)) return response();
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
  const staff = staffExchange({ ...exchange, request }, identity, { user, confirmation: ActorConfirmation.ofCurrent() });
  const response = await job(staff);
  return identity.renewal?.isDue(user) === true ? identity.renewal.renew(response, exchange) : response;
}

/** Throws a 403 for a write without a CSRF token, if browsers send its credentials by themselves. */
function requireCsrf(exchange: Exchange, identity: Identity, user: StaffUser): void {
  const { request, service } = exchange;
  if (identity.isAmbient && !isRead(request)) service.cookies.requireCsrf(exchange, identity.authenticationOf(user).signIn);
}

interface KnownUser {
  readonly user: StaffUser;
  readonly confirmation: ActorConfirmation;
}

function staffExchange(exchange: Exchange, identity: Identity, { user, confirmation }: KnownUser): StaffExchange {
  const { registry, settings, staff } = exchange.service;
  const work = currentWork();
  if (work) work.about.user = user.id;
  const started = Date.now();
  const policy = new Policy(user, registry, { deadline: started + settings.requestTimeout, confirmation });
  const recheckRights: RecheckRights = async (reader, changed) => {
    if (Date.now() - started <= slow || !identity.readInTransaction) return;
    // The transaction itself may have changed the user's rights; the guards of staff have then checked them within it.
    if (changed.some(({ model, key }) => model === staffModelKeys.group || (model === staffModelKeys.user && key === user.id))) return;
    const now = identity.require(await identity.readInTransaction(reader));
    const isLinkChanged = now.link !== user.link && !changed.some(({ model }) => model === staff.linkedModel);
    if (isLinkChanged || !hasSameRights(now, user)) throw new AdminError('locked', { detail: say('accountChanged') });
  };
  return { ...exchange, user, policy, authentication: identity.authenticationOf(user), recheckRights };
}

function hasSameRights(now: StaffUser, then: StaffUser): boolean {
  const rightsOf = ({ id, isSuperuser, groups, permissions }: StaffUser): unknown => ({ id, isSuperuser, groups, permissions });
  return isDeepStrictEqual(rightsOf(now), rightsOf(then));
}

/** The request with its whole body. An error of the body is thrown when the body is used. */
async function withBody(request: HttpRequest): Promise<{ readonly request: HttpRequest; readonly isSlow: boolean }> {
  if (isRead(request)) return { request, isSlow: false };
  const started = Date.now();
  const body = request.text(maxBodyBytes);
  await body.catch(() => undefined);
  return { request: { ...request, text: () => body }, isSlow: Date.now() - started > slow };
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
