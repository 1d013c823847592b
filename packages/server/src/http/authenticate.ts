import { challenge, type Credentials, readCredentials, requireHostStaff, requireStaff } from '../auth/authenticate.ts';
import { asStaffUser, type HostRequest } from '../auth/host-staff.ts';
import { AdminError } from '../errors.ts';
import { nowInSeconds } from '../auth/sign-ins.ts';
import type { StaffUser } from '../auth/staff.ts';
import { Policy } from '../authorize/policy.ts';
import { ActorChanged } from '../store/reads.ts';
import { readCookie } from './security/cookies.ts';
import { requireCsrf } from './security/csrf.ts';
import { maxBodyBytes } from './body.ts';
import type { HttpRequest, HttpResponse } from './message.ts';
import type { Exchange, StaffExchange } from './exchange.ts';
import { withSession } from './security/session-cookies.ts';

type Job = (exchange: StaffExchange) => Promise<HttpResponse>;

/** Seconds after which a session that is in use is given its whole life again: a day, of a short one a tenth. */
function extendAfter(lifetime: number): number {
  return Math.min(24 * 3600, lifetime / 10);
}

/** Milliseconds that a body may take before its sender is looked at again. */
const slowBody = 100;

/**
 * Answers for the staff member that a request comes from, as they are now (CONTRACT §10). A request that only reads is
 * first answered for them as they were last seen, and that answer goes out only once they are known to be the same:
 * mostly from their actorCheck inside the statement that made it, which saves a way to the database.
 */
export async function withStaff(exchange: Exchange, job: Job): Promise<HttpResponse> {
  const { request, service } = exchange;
  const host = await hostUser(exchange);
  if (host) return withHostUser(exchange, host, job);
  // When `staffDirectory` is set it is the only source of identity.
  if (service.settings.staffDirectory) throw new AdminError('not_authenticated', challenge);
  const credentials = await credentialsOf(exchange);
  const seen = isRead(request.method) ? service.staff.lastSeen(credentials.signIn) : undefined;
  if (!seen || isToBeExtended(seen, exchange)) return withFreshUser(exchange, credentials, job);
  const policy = new Policy(seen, service.registry, deadlineOf(exchange));
  const outcome = await attempt(async () => job({ ...exchange, user: requireStaff(seen, credentials), policy, credentials }));
  if (outcome && policy.isConfirmed) return outcome();
  const now = await service.staff.bySignIn(credentials.signIn);
  if (outcome && now && isSame(now, seen)) return outcome();
  return withFreshUser(exchange, credentials, job, now);
}

/** Whom the host's own session names; undefined where it names nobody, or where a token decides. */
async function hostUser({ request, service }: Exchange): Promise<{ readonly user: StaffUser | null } | undefined> {
  const { authenticate, staffDirectory } = service.settings;
  if (request.header('authorization') !== null) return undefined;
  const seen: HostRequest = { method: request.method, url: request.url, raw: request.raw, header: (name) => request.header(name) };
  const member = await staffDirectory?.authenticate(seen);
  if (member) return { user: asStaffUser(member, service.registry) };
  const username = await authenticate?.(seen);
  if (typeof username !== 'string') return undefined;
  return { user: username.includes('\0') ? null : await service.staff.byUsername(username) };
}

async function withHostUser(exchange: Exchange, host: { readonly user: StaffUser | null }, job: Job): Promise<HttpResponse> {
  let user = requireHostStaff(host.user);
  const { request, isSlow } = isRead(exchange.request.method)
    ? { request: exchange.request, isSlow: false }
    : await withBody(exchange.request);
  // A body may take long to come: the user is read again, so that rights lost meanwhile do not count.
  if (isSlow) user = requireHostStaff((await hostUser(exchange))?.user ?? null);
  const credentials: Credentials = { kind: 'host', signIn: `host ${user.id}` };
  if (!isRead(request.method)) requireCsrf(exchange, credentials.signIn);
  const policy = new Policy(user, exchange.service.registry, deadlineOf(exchange));
  policy.confirm();
  return job({ ...exchange, request, user, policy, credentials });
}

/** The sign-in that a request names. Throws 401. */
export function credentialsOf({ request, service }: Exchange): Promise<Credentials> {
  const session = readCookie(request.header('cookie'), service.settings.cookieNames.session);
  return readCredentials({ authorization: request.header('authorization'), session }, service.tokens);
}

/** @param read the user, where they were read for this request already. */
async function withFreshUser(exchange: Exchange, credentials: Credentials, job: Job, read?: StaffUser | null): Promise<HttpResponse> {
  const { service } = exchange;
  let user = requireStaff(read === undefined ? await service.staff.bySignIn(credentials.signIn) : read, credentials);
  const { request, isSlow } = isRead(exchange.request.method)
    ? { request: exchange.request, isSlow: false }
    : await withBody(exchange.request);
  // A body may take long to come: the user is read again, so that rights lost meanwhile do not count.
  if (isSlow) user = requireStaff(await service.staff.bySignIn(credentials.signIn), credentials);
  if (credentials.kind === 'session' && !isRead(request.method)) requireCsrf(exchange, credentials.signIn);
  const policy = new Policy(user, service.registry, deadlineOf(exchange));
  policy.confirm();
  const response = await job({ ...exchange, request, user, policy, credentials });
  if (!isToBeExtended(user, exchange)) return response;
  await service.accounts.extend(credentials.signIn);
  const session = readCookie(request.header('cookie'), service.settings.cookieNames.session) ?? '';
  return withSession(response, exchange, session);
}

/** When what the request reads is ended at the latest. */
function deadlineOf({ service }: Exchange): number {
  return Date.now() + service.settings.requestTimeout;
}

/** The request with its body at hand; what is wrong with the body is said when somebody asks for it. */
async function withBody(request: HttpRequest): Promise<{ readonly request: HttpRequest; readonly isSlow: boolean }> {
  const started = Date.now();
  const body = request.text(maxBodyBytes);
  await body.catch(() => undefined);
  return { request: { ...request, text: () => body }, isSlow: Date.now() - started > slowBody };
}

function isToBeExtended({ signIn }: StaffUser, { service }: Exchange): boolean {
  return (
    signIn?.kind === 'session' &&
    signIn.expires - nowInSeconds() < service.settings.sessionLifetime - extendAfter(service.settings.sessionLifetime)
  );
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isSame(now: StaffUser, seen: StaffUser): boolean {
  return now.actorCheck?.answer === seen.actorCheck?.answer;
}

/**
 * Runs a job and gives back what came of it, to be had later: its answer, or its failure. Null where the database said
 * meanwhile that the user is another by now.
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
