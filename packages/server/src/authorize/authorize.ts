import { AdminError, invalidParameter, notFound, RequestProblems } from '../errors/errors.ts';
import { type Actor, type ModelRight, rightCodename, type TrashRight } from '../model/actor.ts';
import type { FieldPath, Model } from '../model/model.ts';
import type { ModelAction } from '../model/model-action.ts';
import { allOf, anyOf, type Condition, containsAny, everyRow, noRow } from '../plan/condition.ts';
import { maxComparisons } from '../plan/filter-groups.ts';
import { haveKeys, keyIs } from '../plan/keys.ts';
import type { AggregatePlan, CountPlan, ListPlan, OrderTerm, Plan, RowPlan, AutocompletePlan, OrderedScan } from '../plan/plan.ts';
import type { WritePlan } from '../plan/write.ts';
import type { ModelAccess, Policy } from './policy.ts';
import { type Said, say } from '../texts/message.ts';

declare const authorized: unique symbol;

/**
 * A plan that the policy has authorized, with all its limits. Only `authorize`, `authorizeEntries` and `authorizeWrite` make one, and `narrowed`,
 * `scanning`, `bringingTotal` and `apart` make another one of it, which reads no other rows or fields. The store accepts nothing else.
 */
export interface AuthorizedPlan<P extends Plan | WritePlan = Plan> {
  readonly [authorized]: true;
  readonly plan: P;
  readonly actor: Actor;
  readonly policy: Policy;
  readonly view: ModelAccess;
  /** The request's filters, search and key, combined with the actor's row scope. */
  readonly where: Condition;
}

/**
 * Throws the error of CONTRACT §11 if the actor lacks the right on the model: 404 for a model on which they hold no right at all, otherwise
 * 403.
 */
export function requireRight(policy: Policy, model: Model, right: ModelRight | TrashRight): void {
  if (policy.may(model, right)) return;
  if (!policy.knows(model)) throw notFound();
  const { reason, isConcealed } = model.withheld.get(right) ?? {};
  // A note at start names the column.
  const why = isConcealed ? say('hiddenColumnHere') : reason && say('notPossible', { reason });
  const withheld = why ? { detail: why } : {};
  if (model.isReadonly && right !== 'view') throw new AdminError('read_only', withheld);
  if (reason !== undefined && policy.holds(model, rightCodename(model, right))) throw new AdminError('permission_denied', withheld);
  throw new AdminError('permission_denied', { detail: say(mayNot[right], { models: model.verboseNamePlural }) });
}

const mayNot = {
  view: 'mayNotView',
  add: 'mayNotAdd',
  change: 'mayNotChange',
  delete: 'mayNotDelete',
  restore: 'mayNotRestore',
  purge: 'mayNotPurge',
} as const;

/** Throws if the actor may not run the action (CONTRACT §7): 404 for a model on which they hold no right at all, otherwise 403. */
export function requireAction(policy: Policy, model: Model, action: ModelAction): void {
  if (policy.mayRun(model, action)) return;
  if (!policy.knows(model)) throw notFound();
  throw new AdminError('permission_denied', {
    detail: say('mayNotRun', { action: action.label, models: model.verboseNamePlural }),
  });
}

/**
 * Authorizes a plan by the policy: the right, the fields that it reads, and the rows in scope. Throws a 403 or 404 for a missing right, and
 * a 400 for every parameter that does not exist or that the actor may not view; the message is the same for both.
 */
export function authorize<P extends Plan>(plan: P, policy: Policy): AuthorizedPlan<P> {
  if (plan.kind !== 'row' || !plan.forWriter) requireRight(policy, plan.model, 'view');
  else requireWriter(policy, plan.model);
  const view = policy.access(plan.model);
  const where = allOf([policy.requestedRows(plan.model), requested(plan, policy)]);
  return { plan: withReadableFields(plan, view), actor: policy.actor, policy, view, where } as AuthorizedPlan<P>;
}

/**
 * Authorizes a read of audit log entries for users who may view the model or row that the entries are about, also without a right on the
 * log itself (CONTRACT §8, §9).
 */
export function authorizeEntries<P extends ListPlan | CountPlan>(plan: P, policy: Policy): AuthorizedPlan<P> {
  if (!plan.model.redact) throw new Error(`${plan.model.key} is no log.`);
  const view = policy.access(plan.model);
  const where = allOf([policy.requestedRows(plan.model), listCondition(plan, policy)]);
  return { plan, actor: policy.actor, policy, view, where } as AuthorizedPlan<P>;
}

/** The same plan, limited to rows that match one more condition. */
export function narrowed<P extends Plan>(wider: AuthorizedPlan<P>, condition: Condition): AuthorizedPlan<P> {
  return { ...wider, where: allOf([wider.where, condition]) };
}

/** The same list, for which the database tests only these rows in their order before it finds all rows that match. */
export function scanning(list: AuthorizedPlan<ListPlan>, scan: OrderedScan): AuthorizedPlan<ListPlan> {
  return { ...list, plan: { ...list.plan, scan } };
}

/** The same list, whose page brings the number of all rows that match. */
export function bringingTotal(list: AuthorizedPlan<ListPlan>): AuthorizedPlan<ListPlan> {
  return { ...list, plan: { ...list.plan, bringsTotal: true } };
}

/** The answer to a write shows the row to its writer, even without the right to view (CONTRACT §5). */
function requireWriter(policy: Policy, model: Model): void {
  const isWriter = (['add', 'change', 'delete'] as const).some((right) => policy.may(model, right));
  if (!isWriter) requireRight(policy, model, 'view');
}

/** The model's default order, and the fields that pickers show, may be some that this actor may not read: these are left out. */
function withReadableFields<P extends Plan>(plan: P, view: ModelAccess): P {
  if (plan.kind !== 'list' && plan.kind !== 'autocomplete') return plan;
  if (plan.kind === 'autocomplete' && plan.fields.some((field) => !view.fields.includes(field)))
    return withReadableFields({ ...plan, fields: plan.fields.filter((field) => view.fields.includes(field)) }, view);
  const order = plan.order.filter(({ field }) => field.primaryKey || view.fields.includes(field));
  if (order.length === plan.order.length) return plan;
  if (plan.kind === 'list' && plan.boundary) {
    throw invalidParameter(plan.boundary.direction, say('otherCursor'));
  }
  return { ...plan, order };
}

function requested(plan: Plan, policy: Policy): Condition {
  switch (plan.kind) {
    case 'list':
    case 'count':
    case 'aggregate':
      return listCondition(plan, policy);
    case 'row':
      return rowCondition(plan);
    case 'autocomplete':
      return autocompleteCondition(plan, policy);
    // The rows of a change set may be gone: the SQL tests the row rule on each as it is now, or as it was.
    case 'changed rows':
    case 'changed links':
      return everyRow;
  }
}

/** The part of a plan that selects rows by filters and search. */
type Filtered = Pick<ListPlan, 'model' | 'filters' | 'search'>;

function rowCondition(plan: RowPlan): Condition {
  return keyIs(plan.model, plan.key);
}

/** The message for a parameter that no field explains. The same for fields that do not exist and those that may not be viewed. */
function unknownParameter(name: string): Said {
  if (!name.includes('.')) return say('unknownParameter');
  return say('unknownPath', { path: name.slice(0, 100).replaceAll('.', '__') });
}

/** The condition of filters and search. Throws a 400 that names every parameter that does not exist or may not be viewed. */
export function listCondition(plan: Filtered | ListPlan | AggregatePlan, policy: Policy): Condition {
  const problems = new RequestProblems();
  const conditions: Condition[] = [];
  for (const { parameter, reads, condition } of plan.filters) {
    const unknown = reads.filter(({ path }) => !path || !policy.mayReadPath(plan.model, path)).map(({ name }) => name);
    if (unknown.includes(parameter)) problems.add(parameter, unknownParameter(parameter));
    else if (unknown.length > 0) problems.add(parameter, ...[...new Set(unknown)].map(unknownFilter));
    else if (condition.kind === 'invalid') problems.add(parameter, ...condition.messages);
    else conditions.push(condition);
  }
  if ('isRequestedOrder' in plan && plan.isRequestedOrder) {
    problems.add('ordering', ...problemsOfOrder({ ...plan, unknown: plan.unknownOrdering }, policy));
  }
  if ('asked' in plan) addProblemsOf(plan, policy, problems);
  const search = searchCondition(plan, policy);
  const tests = [...conditions, ...(search ? [search] : [])].reduce((sum, condition) => sum + testsOf(condition), 0);
  if (tests > maxComparisons) problems.add('non_field_errors', say('maxConditions', { count: maxComparisons }));
  if (search) conditions.push(search);
  else if (plan.search.length > 0) problems.add('search', say('notSearched'));
  problems.throwIfAny();
  return allOf([...conditions, haveKeys(plan.model)]);
}

/** An order that a request has asked for. */
interface AskedOrder {
  readonly model: Model;
  readonly order: readonly OrderTerm[];
  /** Names that are no fields. */
  readonly unknown: readonly string[];
}

/** What is wrong with an order. The same for fields that do not exist and those that may not be viewed. */
export function problemsOfOrder({ model, order, unknown }: AskedOrder, policy: Policy): Said[] {
  const { fields } = policy.access(model);
  const hidden = order.filter(({ field }) => !field.primaryKey && !fields.includes(field));
  return [...unknown, ...hidden.map(({ field }) => field.name)].map((name) => say('unknownSort', { name: name.slice(0, 100) }));
}

/** Adds what is wrong with the fields of an aggregate. The same for fields that do not exist and those that may not be viewed. */
function addProblemsOf({ model, asked }: AggregatePlan, policy: Policy, problems: RequestProblems): void {
  const { fields } = policy.access(model);
  for (const { parameter, name, field, problem } of asked) {
    const isKnown = field !== null && fields.includes(field);
    const message = isKnown ? problem : say('unknownFieldNamed', { name: name.slice(0, 100) });
    if (message !== null) problems.add(parameter, message);
  }
}

function unknownFilter(name: string): Said {
  return say('unknownFilter', { name: name.slice(0, 100) });
}

/** The number of comparisons that a condition makes with each row. */
function testsOf(condition: Condition): number {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.parts.reduce((sum, part) => sum + testsOf(part), 0);
  if (condition.kind === 'not') return testsOf(condition.part);
  // A substring search compares at every position of a text, and so counts more.
  return condition.kind === 'text' ? condition.texts.binding.given.length * 5 : 1;
}

function searchCondition(plan: Filtered, policy: Policy): Condition | null {
  const paths = readable(plan.model.searchFields, plan.model, policy);
  return paths.length === 0 || plan.search.length === 0 ? null : everyWord(paths, plan.search);
}

function readable(paths: readonly FieldPath[], model: Model, policy: Policy): FieldPath[] {
  return paths.filter((path) => policy.mayReadPath(model, path));
}

function everyWord(paths: readonly FieldPath[], words: readonly string[]): Condition {
  return allOf(words.map((text) => anyOf(paths.map((path) => containsAny(path, [text])))));
}

function autocompleteCondition(plan: AutocompletePlan, policy: Policy): Condition {
  if (plan.words.length === 0) return haveKeys(plan.model);
  const paths = readable(plan.model.autocompleteFields, plan.model, policy);
  const byText = paths.length === 0 ? noRow : everyWord(paths, plan.words);
  return allOf([plan.key ? anyOf([byText, keyIs(plan.model, plan.key)]) : byText, haveKeys(plan.model)]);
}
