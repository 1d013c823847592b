import { authorizeWrite } from '../authorize/authorize-write.ts';
import type { Field } from '../model/field.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import { keyIs } from '../plan/keys.ts';
import type { ExistenceCheck } from '../plan/write.ts';
import type { RowInput } from './read-input.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** The largest number of checks in one statement. */
const maxChecks = 500;

/**
 * For the many-to-many fields of an input: the stored keys that the actor sees, if their scope may hide some. The request is compared with
 * these keys, because they are what the client has read (CONTRACT §5).
 */
export async function seenLinksOf(
  unit: UnitOfWork,
  { model, before, input }: { readonly model: Model; readonly before: StoredRow; readonly input: RowInput },
): Promise<ReadonlyMap<Field, readonly unknown[]>> {
  const { policy } = unit;
  const links = new Map<Field, readonly unknown[]>();
  for (const field of model.fields) {
    const stored = before[field.name];
    if (!field.link || !Object.hasOwn(input, field.name) || !Array.isArray(stored) || stored.length === 0) continue;
    const target = policy.registry.targetOf(field);
    if (policy.access(target).scope.kind === 'true') continue;
    await askFor(unit, { model, field, target, keys: stored });
    links.set(
      field,
      stored.filter((key) => unit.reached.get(nameOf(target, key))),
    );
  }
  return links;
}

interface Asked {
  readonly model: Model;
  readonly field: Field;
  readonly target: Model;
  readonly keys: readonly unknown[];
}

/** Checks each target once per request, even if many rows link to it. */
async function askFor(unit: UnitOfWork, { model, field, target, keys }: Asked): Promise<void> {
  const inner = field.inner ?? field;
  const unknown = keys.filter((key) => !unit.reached.has(nameOf(target, key)));
  for (let start = 0; start < unknown.length; start += maxChecks) {
    const some = unknown.slice(start, start + maxChecks);
    const checks = some.map(
      (key): ExistenceCheck => ({
        kind: 'row',
        model: target,
        condition: keyIs(target, [inner.type.parse(String(key), inner)]),
        isScoped: true,
      }),
    );
    const plan = { kind: 'checks', model, right: 'change', checks } as const;
    const answers = await unit.writes.existing(authorizeWrite(plan, unit.policy));
    for (const [index, key] of some.entries()) unit.reached.set(nameOf(target, key), answers[index] === true);
  }
}

function nameOf(model: Model, key: unknown): string {
  return `${model.key} ${String(key)}`;
}
