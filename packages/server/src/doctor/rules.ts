import { sampleKeys, sampleName } from '../authorize/sample-user.ts';
import { resolveRule } from '../authorize/resolve-rule.ts';
import { type Actor, permissionId, type ModelRight, rightCodename } from '../model/actor.ts';
import type { RowRule } from '../model/config/row-rule.ts';
import type { Model } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';
import { type Condition, fieldsIn } from '../plan/condition.ts';
import { planCount, planList } from '../plan/list.ts';
import { parseListRequest } from '../request/parameters.ts';
import type { PageSizes } from '../request/settings.ts';
import { indexesOfCondition } from './indexes.ts';
import type { Use } from './uses.ts';

/** The use of a row rule, or why it could not be examined. */
export interface RuleUse {
  readonly use: Use | null;
  readonly note: string | null;
}

interface RuleParts {
  readonly registry: Registry;
  readonly sizes: PageSizes;
  /** Whether the settings link staff to rows of the application. */
  readonly hasLinks: boolean;
}

/** The lists of a user whom the row rule of a model limits: of one who does not exist, has every right and no group, and is no superuser. */
export function ruleUse(model: Model, parts: RuleParts): RuleUse {
  if (!model.rows) return { use: null, note: null };
  const tries = sampleKeys.map((key) => resolved(model, sampleActor(key, parts), parts.registry));
  const example =
    tries.find(({ condition }) => condition && condition.kind !== 'true' && condition.kind !== 'false') ??
    tries.find(({ condition }) => condition);
  if (!example?.condition)
    return { use: null, note: `The row rule of ${model.key} was not examined: it fails for a sample user (${tries[0]?.failure ?? ''}).` };
  const { condition, actor, asked } = example;
  if (condition.kind === 'true' || condition.kind === 'false') {
    const rows = condition.kind === 'true' ? 'every row' : 'no row';
    const note = `The row rule of ${model.key} was not examined: it gives ${rows} to a sample user without groups, and other users may get others.`;
    return { use: null, note: asked.size > 0 ? note : null };
  }
  const list = planList(model, parseListRequest(new URLSearchParams(), parts.sizes));
  const use: Use = {
    model,
    kind: 'rule',
    names: [...new Set(fieldsIn(condition).map(({ name }) => name))],
    plans: [planCount(list, 'exact')],
    asks: 'rows',
    mayFindMany: true,
    isAlongLinks: pathsLeave(condition),
    indexes: indexesOfCondition(model, condition),
    actor,
  };
  const isOfGroup = ['groups', 'permissions'].some((name) => asked.has(name));
  return {
    use,
    note: isOfGroup
      ? `The row rule of ${model.key} was examined for a sample user without groups; it may be another one for others.`
      : null,
  };
}

function sampleActor(key: string, { registry, hasLinks }: RuleParts): Actor {
  const rights: readonly ModelRight[] = ['view', 'add', 'change', 'delete'];
  const permissions = registry.models.flatMap((model) => [
    ...rights.map((right) => permissionId(model, rightCodename(model, right))),
    ...model.ownPermissions.map(({ codename }) => permissionId(model, codename)),
  ]);
  const actor = { id: key, username: sampleName, isSuperuser: false, groups: [], permissions: new Set(permissions) };
  return hasLinks ? { ...actor, link: key } : actor;
}

interface Resolved {
  readonly actor: Actor;
  readonly condition: Condition | null;
  readonly failure: string;
  /** The properties of the user that the rule has read. */
  readonly asked: ReadonlySet<string | symbol>;
}

function resolved(model: Model, actor: Actor, registry: Registry): Resolved {
  const properties = new Set<string | symbol>();
  const watched = new Proxy(actor, {
    get(target, name) {
      properties.add(name);
      return Reflect.get(target, name) as unknown;
    },
  });
  try {
    const rule: unknown = model.rows?.({ actor: watched });
    // The rejection of this promise is not used.
    if (rule instanceof Promise) rule.catch(() => undefined);
    return {
      actor,
      condition: rule ? resolveRule(model, rule as RowRule, registry, actor) : null,
      failure: 'it gives no rule',
      asked: properties,
    };
  } catch (error) {
    return { actor, condition: null, failure: error instanceof Error ? error.message : String(error), asked: properties };
  }
}

function pathsLeave(condition: Condition): boolean {
  if ('parts' in condition && (condition.kind === 'and' || condition.kind === 'or')) return condition.parts.some(pathsLeave);
  if ('part' in condition) return pathsLeave(condition.part);
  return 'path' in condition && (condition.path.steps.length > 0 || condition.path.field.link !== undefined);
}
