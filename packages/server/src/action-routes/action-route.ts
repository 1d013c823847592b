import type { Download } from '../actions/file-bytes.ts';
import { FileRun, type FileRunResult } from '../actions/run-file.ts';
import { ActionRun } from '../actions/run-action.ts';
import type { RunErrors, RunRequest } from '../actions/run-request.ts';
import { requireAction, requireRight } from '../authorize/authorize.ts';
import { AdminError, invalidParameter, isOutcomeUnknown, notFound } from '../errors/errors.ts';
import type { ModelAction } from '../model/model-action.ts';
import { actionDoc } from './action-doc.ts';
import type { RequestTrace } from '../write/unit-of-work.ts';
import type { IdempotentRequest } from '../write/idempotency.ts';
import { objectBody } from '../http/body.ts';
import { attachment } from '../http/download-name.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { keptWhole, writeOnce } from '../http/execute-once.ts';
import type { ModelExchange } from '../http/exchange.ts';
import { type HttpResponse, json } from '../http/message.ts';
import { noParameters } from '../http/parameters.ts';
import type { WritingExchange } from '../http/tried-write.ts';
import { ReasonMissing } from '../write/reason.ts';
import { readActionBody } from './action-body.ts';
import { say } from '../texts/message.ts';

/** Milliseconds after which the end of a file is recorded once more: another writer may have held a lock too long. */
const laterPause = 10_000;

/** Runs an action (CONTRACT §7). */
export const postAction: Endpoint = endpoint({
  method: 'POST',
  path: '/r/:model/action/:name',
  access: 'model',
  right: { check: (exchange) => requireAction(exchange.policy, exchange.model, actionOf(exchange)) },
  parameters: noParameters,
  body: objectBody,
  writeOptions: 'body',
  input(request): RunRequest {
    const { model, policy, service } = request;
    const action = actionOf(request);
    const { isDryRun, preview } = request.options;
    if (action.returnsFile && (isDryRun || preview !== undefined))
      throw invalidParameter(isDryRun ? 'dry_run' : 'if_preview', say('fileNotTried'));
    // A user who selects rows by their values reads these values. An export reads rows, and must not tell which keys exist. Rights come
    // before what the body says (CONTRACT §11).
    if (request.body['all_filtered'] === true || action.readsRows) requireRight(policy, model, 'view');
    const run = readActionBody(request.body, { model, action }, service.settings);
    if (action.needsReason && request.options.reason === undefined && !request.options.isDryRun) throw new ReasonMissing();
    return run;
  },
  handler: {
    kind: 'execute once',
    operation: (call) => `action ${call.input.action.key}`,
    isReading: (call) => call.input.action.returnsFile,
    run: (call, repeatable) => (call.input.action.returnsFile ? runForFile : runAction)(call, call.input, repeatable),
  },
  doc: actionDoc,
});

/** The action of the path. Throws a 404 if there is none, and a 405 for one that runs in the client. */
function actionOf({ model, pathParameters }: ModelExchange): ModelAction {
  const action = model.actions.find(({ key }) => key === pathParameters['name']);
  if (!action) throw notFound();
  if (!action.run) throw new AdminError('method_not_allowed', { detail: say('actionInClient'), headers: { Allow: '' } });
  return action;
}

/** The exchange of a run, with how it is made. */
type ActionExchange = ModelExchange & WritingExchange;

function reasonOf({ options: { reason } }: ActionExchange): Pick<RequestTrace, 'reason'> {
  return reason === undefined ? {} : { reason };
}

async function runAction(exchange: ActionExchange, request: RunRequest, repeatable: IdempotentRequest | null): Promise<HttpResponse> {
  const { service, policy } = exchange;
  const trace = exchange.trace();
  const run = new ActionRun(request, logOf(exchange, trace.requestId));
  const write = keptWhole(async (session) => json(200, JSON.stringify(await run.perform(session))));
  try {
    return await writeOnce(exchange, repeatable, { ...write, statementTimeout: request.action.timeLimit });
  } catch (error) {
    // A run that may have been committed has its entry then. One that was only tried, or did not do what was shown, has none.
    const isRecorded = !isOutcomeUnknown(error) && !exchange.options.isDryRun && !isOtherThanShown(error);
    if (isRecorded)
      await run
        .recordFailure(service, policy, { ...trace, ...reasonOf(exchange) })
        .catch((cause: unknown) => service.log.error(cause, 'failed run not recorded', { ...trace }));
    throw error;
  }
}

function isOtherThanShown(error: unknown): boolean {
  return error instanceof AdminError && error.code === 'preview_changed';
}

function logOf({ service }: ModelExchange, requestId: string): RunErrors {
  return {
    rowFailed: (error) => service.log.error(error, 'row of an action failed', { requestId }),
    translate: service.translateError,
  };
}

async function runForFile(exchange: ActionExchange, request: RunRequest, repeatable: IdempotentRequest | null): Promise<HttpResponse> {
  const { service, policy } = exchange;
  const trace = exchange.trace();
  const log = (error: unknown): void => service.log.error(error, 'end of a file not recorded', { ...trace });
  const later = (job: () => Promise<void>): void => service.lateWork.after(laterPause, job);
  return responseOf(
    await new FileRun({ service, policy, trace: { ...trace, ...reasonOf(exchange) }, request, log, later, repeatable }).perform(),
  );
}

function responseOf(result: FileRunResult): HttpResponse {
  return result.kind === 'file' ? download(result.file) : json(200, JSON.stringify(result.answer));
}

function download({ name, type, bytes }: Download): HttpResponse {
  return { status: 200, headers: { 'Content-Type': type, 'Content-Disposition': attachment(name) }, body: bytes };
}
