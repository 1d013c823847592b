import type { SavedView } from '@grimoire/protocol';
import { authorize } from '../authorize/authorize.ts';
import { AdminError, RequestProblems, type SaidFields } from '../errors/errors.ts';
import type { Model } from '../model/model.ts';
import { parseExact } from '../model/raw-number.ts';
import { planList } from '../plan/list.ts';
import { parseListRequest } from '../request/parameters.ts';
import { isOwn, mayChange, type StoredView, tagOf } from './stored-view.ts';
import type { StaffExchange } from '../http/exchange.ts';
import { policyOf } from '../http/trash.ts';
import type { Policy } from '../authorize/policy.ts';
import { withoutNames } from './named-fields.ts';
import { say, written, type Wording } from '../texts/message.ts';

/** Parameters that say which page is shown: a view has none. */
const ofPage = ['page', 'after', 'before'];

type Problems = SaidFields;

const unusable: Problems = { query: [say('viewUnusable')] };

/** A view as its user reads it. */
export function viewAnswer(view: StoredView, exchange: StaffExchange): SavedView {
  const { policy, service } = exchange;
  const { id, model, name, query, sharing, isDefault } = view;
  const served = service.registry.find(model);
  const problems = served ? problemsOf(query, served, exchange) : {};
  // What someone else looks for in fields that are hidden from the user is as hidden as the fields.
  const isHidden = Object.keys(problems).length > 0 && !isOwn(view, policy);
  return {
    id,
    model,
    name,
    query: isHidden ? '' : query,
    // The number of a JSON text is answered with all its digits.
    display: isHidden ? {} : displayFor(view, served, policy),
    sharing: sharing.kind === 'group' ? { kind: 'group', group: sharing.group } : { kind: sharing.kind },
    is_default: isDefault,
    is_own: isOwn(view, policy),
    may_change: mayChange(view, policy),
    problems: writtenFields(isHidden ? unusable : problems, policy.registry.wording),
    etag: tagOf(view),
  };
}

/** What a view looks like. Someone else's names no field that is hidden from the user: where it does, that part is left out. */
function displayFor(view: StoredView, model: Model | undefined, policy: Policy): SavedView['display'] {
  const display = parseExact(view.display) as SavedView['display'];
  if (!model || isOwn(view, policy)) return display;
  const { fields } = policy.access(model);
  const visible = new Set(fields);
  const hidden = model.fields.filter((field) => !visible.has(field)).map(({ name }) => name);
  return withoutNames(display, new Set(hidden)) as SavedView['display'];
}

function writtenFields(fields: Problems, wording: Wording): SavedView['problems'] {
  return Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name, messages.map((said) => written(said, wording))]));
}

/** Throws a 400 that names every parameter of a query that the user may not ask for, or that a view does not have. */
export function requireQuery(query: string, model: Model, exchange: StaffExchange): void {
  const parameters = new URLSearchParams(query);
  const paged = ofPage.filter((name) => parameters.has(name)).map((name) => [name, [say('viewWithoutPage')]] as const);
  const problems = new RequestProblems();
  for (const [name, messages] of [...Object.entries(problemsOf(query, model, exchange)), ...paged])
    problems.add(`query.${name}`, ...messages);
  problems.throwIfAny();
}

/** What a list with these parameters is refused for today, without a read of the database. */
function problemsOf(query: string, model: Model, { policy, service }: StaffExchange): Problems {
  try {
    const request = parseListRequest(new URLSearchParams(query), service.settings);
    authorize(planList(model, request), policyOf({ model, policy }, request));
    return {};
  } catch (error) {
    if (!(error instanceof AdminError)) throw error;
    return error.said.fields ?? { non_field_errors: [error.said.detail] };
  }
}
