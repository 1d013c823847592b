import { requireRight } from '../authorize/authorize.ts';
import type { Policy } from '../authorize/policy.ts';
import { together } from '../databases/statement-queue.ts';
import { AdminError, notFound } from '../errors/errors.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import { type KeyValues, parseKey } from '../request/key.ts';
import { noWriteOptions, optionsInBody, optionsInQuery } from '../request/write-options.ts';
import type { RecordedSet } from '../databases/recording.ts';
import { currentWork } from '../process/request-work.ts';
import type { Writer } from '../write/transaction.ts';
import { lockRows } from '../write/lock.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import type { Access, Call, Endpoint, Method, ReadExchange, RowHandler } from './endpoint.ts';
import { requireMatch } from './entity-tag.ts';
import { repeatableOf } from './execute-once.ts';
import type { Exchange, ModelExchange, StaffExchange } from './exchange.ts';
import type { HttpResponse } from './message.ts';
import type { Match } from './router.ts';
import { inTrash } from './trash.ts';
import { writeAsAsked } from './tried-write.ts';
import { say } from '../texts/message.ts';

type AnyRequest = ReadExchange<Access, unknown, unknown>;
type AnyCall = Call<Access, unknown, unknown, unknown>;

/** The response of the endpoint that the method and the path name: right → parse → (idempotency or lock) → handler. */
export async function respond(match: Match, exchange: Exchange | StaffExchange): Promise<HttpResponse> {
  const withAccess = match.access === 'model' || match.access === 'row' ? withModel(exchange as StaffExchange) : exchange;
  const endpoint = endpointOf(match, withAccess);
  checkRight(endpoint, withAccess);
  const request = await read(endpoint, endpoint.isOfTrash ? inTrash(withAccess as ModelExchange) : withAccess);
  // What a request makes the planner do is done before the first wait.
  return exchange.service.planLimit.begin('policy' in exchange ? exchange.policy.actor.id : null, async () => {
    let set: RecordedSet | undefined;
    const recorded = (made: RecordedSet): void => void (set = made);
    const intent = { reason: request.options.reason };
    const call: AnyCall & Pick<Writer, 'intent' | 'recorded'> = { ...request, input: endpoint.input?.(request), intent, recorded };
    return withChangeSet(await runHandler(endpoint, call), set);
  });
}

/** The response to a write names its change set (CONTRACT §21). */
function withChangeSet(response: HttpResponse, set: RecordedSet | undefined): HttpResponse {
  return set ? { ...response, headers: { ...response.headers, 'x-change-set': set.id } } : response;
}

/** Whether the transaction of a write confirms its user before anything is written: the request need not wait until the user is read. */
export function confirmsInTransaction(match: Match, method: string): boolean {
  return Object.hasOwn(match.endpoints, method) && match.endpoints[method as Method]?.handler.kind === 'write row';
}

/** Throws a 404 for a model that the user may not know of. */
function withModel(exchange: StaffExchange): ModelExchange {
  const model = exchange.service.registry.find(exchange.pathParameters['model'] ?? '');
  if (!model || !exchange.policy.knows(model)) throw notFound();
  const work = currentWork();
  if (work) work.about.model = model.key;
  return { ...exchange, model };
}

/** Throws a 405 with the methods that the path has, or a 404 for an endpoint that this service does not have. */
function endpointOf({ endpoints }: Match, { request, service }: Exchange): Endpoint {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const endpoint = Object.hasOwn(endpoints, method) ? endpoints[method as Method] : undefined;
  if (!endpoint) {
    const allowed = Object.keys(endpoints).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]));
    throw new AdminError('method_not_allowed', { headers: { Allow: allowed.join(', ') } });
  }
  if (endpoint.isServed?.(service.settings) === false) throw notFound();
  return endpoint;
}

function checkRight({ right }: Endpoint, exchange: Exchange | ModelExchange): void {
  if (right === null) return;
  const ofModel = exchange as ModelExchange;
  if (right === 'superuser') return requireSuperuser(ofModel.policy);
  if (typeof right === 'string') requireRight(ofModel.policy, ofModel.model, right);
  else right.check(ofModel);
}

function requireSuperuser({ actor }: Policy): void {
  if (!actor.isSuperuser) throw new AdminError('permission_denied', { detail: say('onlySuperusers') });
}

/** Reads the parameters, the body and the key, in this order. Throws the 4xx of the first that is malformed. */
async function read({ access, parameters, body, writeOptions }: Endpoint, exchange: Exchange | ModelExchange): Promise<AnyRequest> {
  const { searchParams } = exchange.url;
  const query = parameters.read(searchParams, exchange);
  const inQuery = writeOptions === 'query' ? optionsInQuery(searchParams) : noWriteOptions;
  const value = await body.read(exchange);
  const { options, rest } =
    writeOptions === 'body' ? optionsInBody(value as Readonly<Record<string, unknown>>) : { options: inQuery, rest: value };
  const request = { ...exchange, query, body: rest, options };
  return access === 'row' ? { ...request, key: keyOf(exchange as ModelExchange) } : request;
}

/** Throws a 404 for a text that is the key of no row. */
function keyOf({ model, pathParameters }: ModelExchange): NonNullable<ReturnType<typeof parseKey>> {
  const key = parseKey(model, pathParameters['pk'] ?? '');
  if (!key) throw notFound();
  return key;
}

async function runHandler({ handler }: Endpoint, given: AnyCall): Promise<HttpResponse> {
  refuseWhileReadOnly(handler, given);
  if (handler.kind === 'respond') return handler.run(given);
  // The type of `Handler` allows the other kinds for endpoints of a model or a row only.
  const call = given as Call<'row', unknown, unknown, unknown>;
  if (handler.kind === 'execute once') return handler.run(call, repeatableOf(call, handler.operation(call), sentBody(call)));
  return writeAsAsked(call, (unit) => unit.examined((examined) => writeRow(handler, call, examined)));
}

async function writeRow(
  handler: RowHandler<'row', unknown, unknown, unknown>,
  call: Call<'row', unknown, unknown, unknown>,
  unit: UnitOfWork,
): Promise<HttpResponse> {
  const { model, key, service, request } = call;
  const row = await lockedRow(unit, model, key, handler.lock);
  if (!row) throw notFound();
  const header = request.header('if-match');
  if (header !== null) await requireMatch({ unit, model, key, etagKeys: service.keys.etag }, header);
  return handler.run(call, unit, row);
}

/** What a repeated request must send again: the body, and how it writes. */
function sentBody({ body, options }: AnyCall): unknown {
  return options === noWriteOptions ? body : { body, options };
}

/** Locks the row of a request, and confirms its user. The lock comes first: a right that was revoked while the request waited for it is known then. */
async function lockedRow(
  unit: UnitOfWork,
  model: Model,
  key: KeyValues,
  lock: RowHandler<'row', unknown, unknown, unknown>['lock'],
): Promise<StoredRow | undefined> {
  const [[row]] = await together(lockRows(unit, model, [key], lock), unit.writes.confirmActor(unit.policy));
  return row;
}

/** Throws a 503 for a request that would change rows while the service is read-only. */
function refuseWhileReadOnly(handler: Endpoint['handler'], call: AnyCall): void {
  if (handler.kind === 'respond' && !handler.changesRows) return;
  if (handler.kind === 'execute once' && handler.isReading?.(call as Call<'row', unknown, unknown, unknown>)) return;
  if (call.service.settings.readOnly()) throw new AdminError('maintenance');
}
