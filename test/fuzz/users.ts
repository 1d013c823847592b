import type { ModelRight } from './oracle.ts';
import type { Dice } from './dice.ts';
import { type ModelPlan, seeSome } from './world-config.ts';

/** Who sends requests in a world. */
export interface FuzzUser {
  readonly name: string;
  readonly isSuperuser: boolean;
  readonly groups: readonly string[];
  /** Codenames by the model's key, without the model: `view`, `add`, `see_some`. */
  readonly rights: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether the credentials are any good. */
  readonly credentials: 'good' | 'none' | 'bad';
}

const four: readonly ModelRight[] = ['view', 'add', 'change', 'delete'];
const every: readonly string[] = [...four, 'restore', 'purge', 'export', seeSome];

function person(name: string, rights: ReadonlyMap<string, ReadonlySet<string>>, groups: readonly string[] = []): FuzzUser {
  return { name, isSuperuser: false, groups, rights, credentials: 'good' };
}

/** The users of a world. */
export function usersOf(plans: readonly ModelPlan[], dice: Dice): FuzzUser[] {
  const holding = (rightsOf: (plan: ModelPlan) => readonly string[]): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(plans.map((plan) => [plan.key, new Set(rightsOf(plan))]));
  const none = new Map<string, ReadonlySet<string>>();
  return [
    { name: 'root', isSuperuser: true, groups: [], rights: none, credentials: 'good' },
    person(
      'wide',
      holding(() => every),
      ['wide'],
    ),
    person(
      'narrow',
      holding(() => every.filter((right) => right !== seeSome)),
      ['narrow'],
    ),
    person(
      'ruled',
      holding(() => every),
    ),
    person(
      'viewer',
      holding(({ place }) => (place % 2 === 0 ? ['view'] : [])),
      ['wide'],
    ),
    person(
      'some',
      holding(() => dice.some(every, 0.5)),
      dice.some(['narrow'], 0.5),
    ),
    person(
      'other',
      holding(() => dice.some(every, 0.35)),
      dice.some(['wide', 'narrow'], 0.3),
    ),
    person('nobody', none),
    { name: 'anonymous', isSuperuser: false, groups: [], rights: none, credentials: 'none' },
    { name: 'forged', isSuperuser: false, groups: [], rights: none, credentials: 'bad' },
  ];
}

/** The permissions of a user, as `addUser` takes them. */
export function permissionsOf(user: FuzzUser, plans: readonly ModelPlan[]): string[] {
  return [...user.rights].flatMap(([key, held]) => {
    const name = key.slice(key.indexOf('.') + 1).toLowerCase();
    const plan = plans.find((other) => other.key === key);
    const usable = [...held].filter((right) => {
      if (right === seeSome) return (plan?.guarded.size ?? 0) > 0;
      return right === 'restore' || right === 'purge' ? plan?.softDelete !== null : true;
    });
    return usable.map((right) => `f.${name}:${right === seeSome ? right : `${right}_${name}`}`);
  });
}
