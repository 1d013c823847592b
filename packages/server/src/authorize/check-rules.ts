import type { Actor } from '../model/actor.ts';
import type { Problems } from '../model/checks.ts';
import { InvalidValue } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import { resolvePath } from '../model/path.ts';
import type { Registry } from '../model/registry.ts';
import type { RowRule } from '../model/row-rule.ts';
import { isPossible, resolveRule } from './row-scope.ts';

/** Two members of staff without groups or permissions. What a rule says of both alike, it does not say of the actor. */
const samples: readonly Actor[] = ['1', '2'].map((id) => ({
  id,
  username: `sample-${id}`,
  isSuperuser: false,
  groups: [],
  permissions: new Set(),
}));

type Leaf = Exclude<RowRule, { readonly rules: unknown } | { readonly inner: unknown }>;

/**
 * Notes the row rules that do not fit their model: a path that leads nowhere, a value that is none of its field. A rule is
 * asked for two sample actors; values that it takes from an actor are not looked at, and a rule that throws for them is
 * left to the requests.
 */
export function checkRowRules(registrations: readonly { readonly key: string }[], registry: Registry, problems: Problems): void {
  for (const model of registrations.flatMap(({ key }) => registry.find(key) ?? [])) {
    const [first = [], second = []] = samples.map((actor) => leavesFor(model, actor));
    const constant = new Set(second.map((leaf) => textOf(leaf)));
    for (const leaf of first) {
      const problem = problemOf(model, leaf, { registry, isConstant: constant.has(textOf(leaf)) });
      if (problem !== null) problems.add('E062', `${model.key} rows`, { message: problem, cure: 'Correct the rule.' });
    }
  }
}

function textOf(leaf: Leaf): string {
  return JSON.stringify(leaf, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}

function leavesFor(model: Model, actor: Actor): Leaf[] {
  try {
    return model.rows ? leavesOf(model.rows({ actor })) : [];
  } catch {
    return [];
  }
}

function leavesOf(rule: RowRule | undefined): Leaf[] {
  if (rule === undefined) return [];
  if ('rules' in rule) return rule.rules.flatMap(leavesOf);
  return 'inner' in rule ? leavesOf(rule.inner) : [rule];
}

function problemOf(
  model: Model,
  leaf: Leaf,
  { registry, isConstant }: { readonly registry: Registry; readonly isConstant: boolean },
): string | null {
  if ('path' in leaf && !resolvePath(model, leaf.path, registry)) return `"${leaf.path}" is no field.`;
  if (!isConstant) return null;
  try {
    resolveRule(model, leaf, registry);
  } catch (error) {
    const place = 'path' in leaf ? `"${leaf.path}": ` : '';
    return `${place}${error instanceof InvalidValue || error instanceof TypeError ? error.message : String(error)}`;
  }
  if (leaf.rule !== 'compare') return null;
  const field = resolvePath(model, leaf.path, registry)?.field;
  const strange = leaf.values.find((value) => field && !isPossible(field, String(value)));
  return strange === undefined ? null : `"${leaf.path}" is never "${String(strange)}".`;
}
