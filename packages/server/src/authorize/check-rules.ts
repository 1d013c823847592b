import type { Actor } from '../model/actor.ts';
import type { Problems } from '../model/checks.ts';
import type { Model } from '../model/model.ts';
import { resolvePath } from '../model/path.ts';
import type { Registry } from '../model/registry.ts';
import type { RowRule } from '../model/row-rule.ts';
import { isPossible, resolveRule } from './row-scope.ts';

type Leaf = Exclude<RowRule, { readonly rules: unknown } | { readonly inner: unknown }>;

/** What a row rule says to a member of staff without groups or permissions. */
interface Sample {
  readonly leaves: readonly Leaf[];
  /** Whether the rule has looked at the actor: then its values may be those of this actor alone. */
  readonly asksActor: boolean;
}

/**
 * Notes the row rules that do not fit their model: a path that leads nowhere and, where a rule does not look at the actor, a
 * value that is none of its field. Each rule is asked for a sample actor; one that throws is left to the requests.
 */
export function checkRowRules(registrations: readonly { readonly key: string }[], registry: Registry, problems: Problems): void {
  for (const model of registrations.flatMap(({ key }) => registry.find(key) ?? [])) {
    const { leaves, asksActor } = sampleOf(model);
    for (const leaf of leaves) {
      const problem = pathProblem(model, leaf, registry) ?? (asksActor ? null : valueProblem(model, leaf, registry));
      if (problem !== null) problems.add('E062', `${model.key} rows`, { message: problem, cure: 'Correct the rule.' });
    }
  }
}

function sampleOf(model: Model): Sample {
  let asksActor = false;
  const sample: Actor = { id: '1', username: 'sample', isSuperuser: false, groups: [], permissions: new Set() };
  const actor = new Proxy(sample, {
    get(target, name) {
      asksActor = true;
      return Reflect.get(target, name) as unknown;
    },
  });
  try {
    const rule: unknown = model.rows?.({ actor });
    // What it would reject with is for no one to hear.
    if (rule instanceof Promise) rule.catch(() => undefined);
    return { leaves: leavesOf(rule as RowRule | undefined, maxDepth), asksActor };
  } catch {
    return { leaves: [], asksActor };
  }
}

/** Rules in rules that are looked at. */
const maxDepth = 50;

function leavesOf(rule: RowRule | undefined, depth: number): Leaf[] {
  if (typeof rule !== 'object' || rule === null || rule instanceof Promise || depth === 0) return [];
  if ('rules' in rule) return rule.rules.flatMap((part) => leavesOf(part, depth - 1));
  return 'inner' in rule ? leavesOf(rule.inner, depth - 1) : [rule];
}

function pathProblem(model: Model, leaf: Leaf, registry: Registry): string | null {
  if (!('path' in leaf) || typeof leaf.path !== 'string' || resolvePath(model, leaf.path, registry)) return null;
  return `"${leaf.path}" is no field.`;
}

function valueProblem(model: Model, leaf: Leaf, registry: Registry): string | null {
  try {
    resolveRule(model, leaf, registry);
    if (leaf.rule !== 'compare') return null;
    const field = resolvePath(model, leaf.path, registry)?.field;
    const strange = leaf.values.find((value) => field && !isPossible(field, String(value)));
    return strange === undefined ? null : `"${leaf.path}" is never "${String(strange)}".`;
  } catch (error) {
    const place = 'path' in leaf ? `"${leaf.path}": ` : '';
    return `${place}${error instanceof Error ? error.message : String(error)}`;
  }
}
