import type { Download } from '../../actions/file-bytes.ts';
import { FileRun } from '../../actions/run-file.ts';
import { ActionRun } from '../../actions/run-action.ts';
import type { RunLog, RunRequest } from '../../actions/run.ts';
import { requireAction, requireRight } from '../../authorize/authorize.ts';
import { AdminError, notFound } from '../../errors.ts';
import type { ModelAction } from '../../model/model-action.ts';
import { refuseParameters } from '../../request/parameters.ts';
import { readActionBody } from './action-body.ts';
import { readObject } from '../body.ts';
import { attachment } from '../download-name.ts';
import { type HttpResponse, json } from '../message.ts';
import type { ModelExchange } from '../exchange.ts';
import { keptWhole, repeatOfFile, type IdempotencyScope, ReplayedResponse, withIdempotency } from '../idempotent-request.ts';

/** `POST /r/{app}.{Model}/action/{name}/` (CONTRACT §7). */
export async function postAction(exchange: ModelExchange): Promise<HttpResponse> {
  const { model, policy, request, service, url } = exchange;
  const action = actionOf(exchange);
  requireAction(policy, model, action);
  refuseParameters(url.searchParams);
  const body = await readObject(request);
  const run = readActionBody(body, { model, action }, service.settings);
  // Before an answer is given again: to choose rows by what they are is to see them.
  if (run.chosen.kind === 'matching') requireRight(policy, model, 'view');
  const repeated: IdempotencyScope = { what: `action ${action.key}`, body };
  return action.returnsFile ? answerFile(exchange, run, repeated) : answerRun(exchange, run, repeated);
}

/** The action that the address names. Throws a 404 for none, a 405 for one that runs in the client. */
function actionOf({ model, parameters }: ModelExchange): ModelAction {
  const action = model.actions.find(({ key }) => key === parameters['name']);
  if (!action) throw notFound();
  if (!action.run) throw new AdminError('method_not_allowed', { detail: 'This action runs in the client.', headers: { Allow: '' } });
  return action;
}

async function answerRun(exchange: ModelExchange, request: RunRequest, repeated: IdempotencyScope): Promise<HttpResponse> {
  const { service, policy } = exchange;
  const origin = exchange.origin();
  const run = new ActionRun(request, logOf(exchange, origin.requestId));
  const job = keptWhole(async (session) => json(200, JSON.stringify(await run.perform(session))));
  try {
    return await withIdempotency(exchange, { ...repeated, statementTimeout: request.action.timeLimit }, job);
  } catch (error) {
    await run
      .recordFailure(service, policy, origin)
      .catch((cause: unknown) => service.log.error(cause, 'failed run not recorded', { ...origin }));
    throw error;
  }
}

function logOf({ service }: ModelExchange, requestId: string): RunLog {
  return {
    rowFailed: (error) => service.log.error(error, 'row of an action failed', { requestId }),
    translate: service.translateError,
  };
}

async function answerFile(exchange: ModelExchange, request: RunRequest, repeated: IdempotencyScope): Promise<HttpResponse> {
  const { service, policy } = exchange;
  const origin = exchange.origin();
  const log = (error: unknown): void => service.log.error(error, 'end of a file not recorded', { ...origin });
  const run = new FileRun({ service, policy, origin, request, log, repeat: repeatOfFile(exchange, repeated) });
  try {
    const answer = await run.perform();
    return isDownload(answer) ? download(answer) : json(200, JSON.stringify(answer));
  } catch (error) {
    if (error instanceof ReplayedResponse) return error.response;
    throw error;
  }
}

function isDownload(answer: Download | object): answer is Download {
  return 'bytes' in answer && typeof answer.bytes === 'object' && answer.bytes !== null && Symbol.asyncIterator in answer.bytes;
}

/** A download under its name. */
function download({ name, type, bytes }: Download): HttpResponse {
  return { status: 200, headers: { 'Content-Type': type, 'Content-Disposition': attachment(name) }, body: bytes };
}
