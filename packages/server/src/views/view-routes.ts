import { savedViewsKey } from './state.ts';
import type { SavedViews } from '@grimoire/protocol';
import { requireRight } from '../authorize/authorize.ts';
import { AdminError, notFound } from '../errors/errors.ts';
import type { Model } from '../model/model.ts';
import { createViewDoc, deleteViewDoc, updateViewDoc, viewsDoc } from './view-docs.ts';
import { defaultsOf, mayShare, type StoredView, tagOf } from './stored-view.ts';
import { yieldIfLong } from '../process/event-loop.ts';
import { writeInTransaction } from '../write/transaction.ts';
import { bodyOf, noBody } from '../http/body.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { namesTag } from '../http/entity-tag.ts';
import { writeOnce } from '../http/execute-once.ts';
import type { StaffExchange } from '../http/exchange.ts';
import { type HttpResponse, json } from '../http/message.ts';
import { noParameters, viewParameters } from '../http/parameters.ts';
import { requireQuery, viewAnswer } from './view-answer.ts';
import { newView, viewChange } from './view-body.ts';
import { say } from '../texts/message.ts';

/** The saved views that the user may use (CONTRACT §15). */
export const getViews: Endpoint = endpoint({
  method: 'GET',
  path: '/views',
  access: 'staff',
  right: null,
  parameters: viewParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run(call) {
      const { policy, query, service } = call;
      const stored = await service.states.of(savedViewsKey).usable(policy, query.model);
      const groups = await service.states.of(savedViewsKey).groups(policy);
      const texts: string[] = [];
      const usable: StoredView[] = [];
      for (const view of stored) {
        const answer = viewAnswer(view, call);
        texts.push(JSON.stringify(answer));
        if (Object.keys(answer.problems).length === 0) usable.push(view);
        await yieldIfLong();
      }
      const rest: Omit<SavedViews, 'views'> = {
        defaults: Object.fromEntries(defaultsOf(usable)),
        may_share: mayShare(policy) ? { all: true, groups } : null,
      };
      return json(200, `{"views":[${texts.join()}],${JSON.stringify(rest).slice(1)}`);
    },
  },
  doc: viewsDoc,
});

/** Saves a view (CONTRACT §15). */
export const postView: Endpoint = endpoint({
  method: 'POST',
  path: '/views',
  access: 'staff',
  right: null,
  parameters: noParameters,
  body: bodyOf(newView),
  input(request): Model {
    const model = modelOf(request.body.model, request);
    requireQuery(request.body.query ?? '', model, request);
    return model;
  },
  handler: {
    kind: 'execute once',
    operation: () => 'create view',
    run: (call, repeatable) =>
      writeOnce(call, repeatable, {
        async run(session) {
          const view = await call.service.states.of(savedViewsKey).create(session, { ...call.body, model: call.input.key });
          return { response: viewResponse(201, view, call), kept: String(view.id) };
        },
        replay: async (session, kept) =>
          viewResponse(201, await call.service.states.of(savedViewsKey).require(session, Number(kept)), call),
      }),
  },
  doc: createViewDoc,
});

/** Changes a view (CONTRACT §15). */
export const patchView: Endpoint = endpoint({
  method: 'PATCH',
  path: '/views/:id',
  access: 'staff',
  right: null,
  parameters: noParameters,
  body: bodyOf(viewChange),
  handler: {
    kind: 'respond',
    changesRows: true,
    async run(call) {
      const { body, pathParameters, service } = call;
      const id = idOf(pathParameters['id']);
      const view = await writeInTransaction(service, call, async (session) => {
        const { model } = await service.states.of(savedViewsKey).require(session, id);
        if (body.query !== undefined) requireQuery(body.query, modelOf(model, call), call);
        return service.states.of(savedViewsKey).change(session, id, body, (before) => requireMatch(before, call));
      });
      return viewResponse(200, view, call);
    },
  },
  doc: updateViewDoc,
});

/** Deletes a view (CONTRACT §15). */
export const deleteView: Endpoint = endpoint({
  method: 'DELETE',
  path: '/views/:id',
  access: 'staff',
  right: null,
  parameters: noParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    changesRows: true,
    async run(call) {
      const id = idOf(call.pathParameters['id']);
      await writeInTransaction(call.service, call, (session) =>
        call.service.states.of(savedViewsKey).delete(session, id, (view) => requireMatch(view, call)),
      );
      return { status: 204, headers: {}, body: null };
    },
  },
  doc: deleteViewDoc,
});

/** A model that the user may view. Throws the 403 or 404 of its list otherwise. */
function modelOf(key: string, { policy, service }: StaffExchange): Model {
  const model = service.registry.find(key);
  if (!model) throw notFound();
  requireRight(policy, model, 'view');
  return model;
}

/** Throws a 404 for a text that is the key of no view. */
function idOf(text = ''): number {
  const id = Number(text);
  if (!/^[1-9]\d{0,9}$/.test(text) || id >= 2 ** 31) throw notFound();
  return id;
}

/** Throws a 412 with the current view if the `If-Match` of the request does not name it. */
function requireMatch(view: StoredView, exchange: StaffExchange): void {
  const header = exchange.request.header('if-match');
  if (header === null || namesTag(header, [tagOf(view)])) return;
  throw new AdminError('conflict', { detail: say('viewChanged'), body: { current: viewAnswer(view, exchange) } });
}

function viewResponse(status: number, view: StoredView, exchange: StaffExchange): HttpResponse {
  return json(status, JSON.stringify(viewAnswer(view, exchange)), { ETag: tagOf(view) });
}
