import { readCredentials, requireStaff } from '../auth/authenticate.ts';
import type { StaffUser } from '../auth/staff.ts';
import { Policy } from '../authorize/policy.ts';
import { ActorChanged } from '../store/reads.ts';
import type { HttpResponse } from './exchange.ts';
import type { Exchange, StaffExchange } from './routes.ts';

type Job = (exchange: StaffExchange) => Promise<HttpResponse>;

/**
 * Answers for the staff member that a request comes from, as they are now (CONTRACT §10). A request that only reads is
 * first answered for them as they were last seen, and that answer goes out only once they are known to be the same:
 * mostly from their witness inside the statement that made it, which saves a way to the database.
 */
export async function asStaff(exchange: Exchange, job: Job): Promise<HttpResponse> {
  const { request, service } = exchange;
  const claims = await readCredentials(request.header('authorization'), service.tokens);
  const seen = isRead(request.method) ? service.staff.lastSeen(claims.userId) : undefined;
  if (seen) {
    const policy = new Policy(seen, service.registry);
    const outcome = await attempt(async () => job({ ...exchange, user: requireStaff(seen, claims), policy }));
    if (outcome && policy.isConfirmed) return outcome();
    const now = await service.staff.byId(claims.userId);
    if (outcome && now && isSame(now, seen)) return outcome();
    return asFresh(exchange, requireStaff(now, claims), job);
  }
  return asFresh(exchange, requireStaff(await service.staff.byId(claims.userId), claims), job);
}

function asFresh(exchange: Exchange, user: StaffUser, job: Job): Promise<HttpResponse> {
  const policy = new Policy(user, exchange.service.registry);
  policy.confirm();
  return job({ ...exchange, user, policy });
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isSame(now: StaffUser, seen: StaffUser): boolean {
  return now.witness?.answer === seen.witness?.answer;
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
