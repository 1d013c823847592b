import fc from 'fast-check';
import { Dice, pool } from './dice.ts';
import { anyText, brokenEncodings } from './hostile-text.ts';
import type { Session } from './session.ts';
import type { FuzzUser } from './users.ts';
import { type Kind, kinds, type Value, valuesOf } from './values.ts';
import type { ModelPlan } from './world-config.ts';

/** Draws the parts of requests in one world. */
export class Generator {
  readonly session: Session;
  readonly dice: Dice;
  readonly #texts: readonly string[];
  readonly #values: ReadonlyMap<Kind, readonly Value[]>;
  readonly #json: readonly unknown[];

  constructor(session: Session) {
    this.session = session;
    this.dice = new Dice(session.seed + 1);
    const { dialect } = session.world;
    this.#texts = pool(anyText, this.dice.seed(), 400);
    this.#values = new Map(kinds.map((kind) => [kind, pool(valuesOf[kind](dialect), this.dice.seed(), 40)]));
    this.#json = pool(fc.jsonValue({ maxDepth: 3 }), this.dice.seed(), 200);
  }

  text(): string {
    return this.dice.pick(this.#texts) ?? '';
  }

  /** A text that `encodeURIComponent` takes. */
  encoded(): string {
    return this.dice.chance(0.15) ? (this.dice.pick(brokenEncodings) ?? '') : encodeURIComponent(this.text().toWellFormed());
  }

  value(kind: Kind): Value {
    return this.dice.pick(this.#values.get(kind) ?? []) ?? { sql: 'NULL', wire: null, text: null };
  }

  json(): unknown {
    return this.dice.pick(this.#json);
  }

  /** Good credentials most of the time. */
  user(): FuzzUser {
    const { users } = this.session;
    const chosen = this.dice.pick(users);
    const isBad = chosen?.credentials !== 'good';
    return (
      (isBad && this.dice.chance(0.7) ? users[0] : chosen) ?? {
        name: '',
        isSuperuser: false,
        groups: [],
        rights: new Map(),
        credentials: 'none',
      }
    );
  }

  plan(): ModelPlan {
    const plan = this.dice.pick(this.session.plans);
    if (!plan) throw new Error('There is no model.');
    return plan;
  }

  /** The key of a row: of one that is there, most of the time of one that the user may see. */
  key(user: FuzzUser, plan: ModelPlan, inTrash = false): string {
    const { oracle } = this.session;
    const seen = oracle.rows(plan).filter((row) => oracle.isInScope(user, plan, row, inTrash));
    const rows = this.dice.chance(0.75) && seen.length > 0 ? seen : oracle.rows(plan);
    return this.dice.pick(rows)?.key ?? '1';
  }

  /** The name of a field, of the model or not. */
  field(plan: ModelPlan): string {
    if (this.dice.chance(0.1)) return this.text().toWellFormed();
    const own = this.dice.pick(plan.table.columns)?.field ?? 'id';
    const name = this.dice.pick([own, own, own, 'pk', 'id', '_label', '__proto__', 'constructor']);
    const column = plan.table.columns.find(({ field }) => field === name);
    const target = column?.reference && this.session.plans[column.reference.table];
    return target && this.dice.chance(0.5) ? `${name}__${this.field(target)}` : name;
  }
}

/** A segment of a path. */
export function segment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Whether an address can lead to a row of the key: URLs lose segments of dots, and empty ones. */
export function isReachable(key: string): boolean {
  return key !== '' && key !== '.' && key !== '..';
}
