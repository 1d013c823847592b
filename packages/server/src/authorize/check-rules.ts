import type { Actor } from '../model/actor.ts';
import type { Problems } from '../model/build/checks.ts';
import type { Model } from '../model/model.ts';
import { breakOf, resolvePath } from '../model/path.ts';
import type { Registry } from '../model/registry.ts';
import type { RowRule } from '../model/config/row-rule.ts';
import { isPossible, resolveRule } from './resolve-rule.ts';
import { sampleKeys, sampleName } from './sample-user.ts';

type Leaf = Exclude<RowRule, { readonly rules: unknown } | { readonly inner: unknown }>;

/** The result of a row rule for a member of staff without groups or permissions. */
interface Sample {
  readonly leaves: readonly Leaf[];
  /** Whether the rule has read the actor: then its values may be specific to this actor. */
  readonly asksActor: boolean;
  /** Whether it has read `actor.link`. */
  readonly asksLink: boolean;
  /** Whether the function returns no rule at all. */
  readonly isNothing: boolean;
  /** Why the rule cannot be checked; null if it can. */
  readonly failure: string | null;
}

interface Mistake {
  readonly message: string;
  readonly cure: string;
}

/**
 * Reports the row rules that do not fit their model: one that returns nothing, a path that does not exist and, if a rule does not read the
 * actor, a value that its field cannot have. Each rule is called for two sample actors, one of them a superuser.
 * @param hasLinks whether the settings link staff to rows of the application.
 * @returns a sentence for each rule that throws for them, because it may need users that exist, and for each that reads links in vain.
 */
export function checkRowRules(
  registrations: readonly { readonly key: string }[],
  registry: Registry,
  { problems, hasLinks }: { readonly problems: Problems; readonly hasLinks: boolean },
): readonly string[] {
  return registrations.flatMap(({ key }) => {
    const model = registry.find(key);
    if (!model?.rows) return [];
    const samples = [sampleOf(model, false), sampleOf(model, true)];
    const mistakes = samples.flatMap((sample) => mistakesOf(model, sample, registry));
    const unique = new Map(mistakes.map((mistake) => [mistake.message, mistake]));
    for (const mistake of unique.values()) problems.add('E062', `${key} rows`, mistake);
    const failure = samples.find((sample) => sample.failure !== null)?.failure ?? null;
    const asksInVain = !hasLinks && samples.some(({ asksLink }) => asksLink);
    return [
      ...(failure === null ? [] : [`The row rule of ${key} ${failure}. No row of it is served to such users.`]),
      ...(asksInVain
        ? [`The row rule of ${key} reads \`actor.link\`, which no user has, because the setting \`staffLink\` is not set.`]
        : []),
    ];
  });
}

function mistakesOf(model: Model, { leaves, asksActor, isNothing }: Sample, registry: Registry): Mistake[] {
  const cure = 'Give `all` or `none` where no other rule holds.';
  if (isNothing) return [{ message: 'It gives no rule to a user without groups or permissions, or to a superuser.', cure }];
  return leaves.flatMap((leaf) => pathMistake(model, leaf, registry) ?? (asksActor ? null : valueMistake(model, leaf, registry)) ?? []);
}

function sampleOf(model: Model, isSuperuser: boolean): Sample {
  let asksActor = false;
  let asksLink = false;
  const sample: Actor = { id: sampleKeys[0], username: sampleName, isSuperuser, groups: [], permissions: new Set() };
  const actor = new Proxy(sample, {
    get(target, name) {
      asksActor = true;
      asksLink ||= name === 'link';
      return Reflect.get(target, name) as unknown;
    },
  });
  try {
    const rule: unknown = model.rows?.({ actor });
    // The rejection of this promise is not used.
    if (rule instanceof Promise) rule.catch(() => undefined);
    const failure = isThenable(rule) ? 'gives a promise, which is no rule' : null;
    const isNothing = rule === undefined || rule === null;
    return { leaves: leavesOf(rule as RowRule | undefined, maxDepth), asksActor, asksLink, isNothing, failure };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { leaves: [], asksActor, asksLink, isNothing: false, failure: `throws for a user without groups or permissions (${reason})` };
  }
}

/** The depth up to which nested rules are checked. */
const maxDepth = 50;

/** Whether a function of a config has given a promise: queries of Drizzle, Kysely and Prisma are some without being of the class. */
function isThenable(rule: unknown): boolean {
  return typeof (rule as { then?: unknown } | null | undefined)?.then === 'function';
}

function leavesOf(rule: RowRule | undefined, depth: number): Leaf[] {
  if (typeof rule !== 'object' || rule === null || isThenable(rule) || depth === 0) return [];
  if ('rules' in rule) return rule.rules.flatMap((part) => leavesOf(part, depth - 1));
  return 'inner' in rule ? leavesOf(rule.inner, depth - 1) : [rule];
}

function pathMistake(model: Model, leaf: Leaf, registry: Registry): Mistake | null {
  if (!('path' in leaf) || typeof leaf.path !== 'string' || resolvePath(model, leaf.path, registry)) return null;
  return { message: `"${leaf.path}" is no field.`, cure: breakOf(model, leaf.path, registry).cure };
}

function valueMistake(model: Model, leaf: Leaf, registry: Registry): Mistake | null {
  const cure = 'Correct the rule.';
  try {
    resolveRule(model, leaf, registry);
    if (leaf.rule !== 'compare') return null;
    const field = resolvePath(model, leaf.path, registry)?.field;
    const strange = leaf.values.find((value) => field && !isPossible(field, String(value)));
    return strange === undefined ? null : { message: `"${leaf.path}" is never "${String(strange)}".`, cure };
  } catch (error) {
    const place = 'path' in leaf ? `"${leaf.path}": ` : '';
    return { message: `${place}${error instanceof Error ? error.message : String(error)}`, cure };
  }
}
