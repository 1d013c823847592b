import { authorize } from '../authorize/authorize.ts';
import { Policy } from '../authorize/policy.ts';
import type { QueryPlan } from '../databases/catalog.ts';
import type { Database } from '../databases/database.ts';
import type { RawRow } from '../databases/statement.ts';
import { type Actor, systemActor } from '../model/actor.ts';
import type { Model } from '../model/model.ts';
import type { IncomingKey } from '../model/references.ts';
import type { Registry } from '../model/registry.ts';
import { type TableName, tableId } from '../model/table.ts';
import { planCount, planList } from '../plan/list.ts';
import type { CountPlan, ListPlan, AutocompletePlan } from '../plan/plan.ts';
import { parseListRequest } from '../request/parameters.ts';
import type { PageSizes } from '../request/settings.ts';
import { countedAlias } from '../sql/path-columns.ts';
import { referencingRows, rowsUpTo } from '../sql/table-queries.ts';
import { Store } from '../store/store.ts';
import { UserLimit } from '../store/shares/user-limit.ts';
import { inTime, type TimeLimit } from './time-limit.ts';
import type { Use } from './uses.ts';

/** Whether an index serves a use, and the plan that shows it. */
export interface Verdict {
  readonly isServed: boolean;
  readonly plan: QueryPlan;
}

/** What the examiner needs of a service. */
export interface ExaminerParts {
  readonly database: Database;
  readonly registry: Registry;
  readonly sizes: PageSizes;
  /** The number of rows from which a table is large. */
  readonly minRows: number;
  readonly time: TimeLimit;
}

/** The share of a table's rows above which a value is no rare one: no index is used to find so many. */
const rareShare = 0.05;

/** Asks the database for plans, and for numbers of rows. */
export class Examiner {
  readonly #parts: ExaminerParts;
  readonly #store: Store;
  readonly #large = new Map<string, Promise<boolean | null>>();
  /** The tables of which it was not found out in time whether they are large. */
  readonly unknown: TableName[] = [];
  readonly #totals = new Map<Model, Promise<number>>();

  constructor(parts: ExaminerParts) {
    this.#parts = parts;
    this.#store = new Store(parts.database, new UserLimit(1, 'unavailable'));
  }

  /** Whether a table has so many rows that reading all of them takes long; null if that was not found out in time. */
  isLarge(table: TableName): Promise<boolean | null> {
    const id = tableId(table);
    const cached = this.#large.get(id);
    if (cached) return cached;
    const { database, minRows, time } = this.#parts;
    const counted = (): Promise<readonly RawRow[]> => database.read(time.bound(rowsUpTo(database.dialect.fragments, table, minRows)));
    const answer = (async () => {
      const isLarge = await inTime(async () => Number((await counted())[0]?.[0]) >= minRows, null);
      if (isLarge === null) this.unknown.push(table);
      return isLarge;
    })();
    this.#large.set(id, answer);
    return answer;
  }

  /** The verdict on a use; if it is unserved, that of the first plan that shows it. */
  async verdict(use: Use): Promise<Verdict> {
    const verdicts: Verdict[] = [];
    for (const plan of use.plans) {
      const verdict = await this.#verdictOf(use, plan);
      if (!verdict.isServed) return verdict;
      verdicts.push(verdict);
    }
    const [first] = verdicts;
    if (!first) throw new Error('A use without a plan.');
    return first;
  }

  /** The verdict on the search for rows that reference one which is deleted. */
  async verdictOnKey(key: IncomingKey, target: TableName): Promise<Verdict> {
    const { database, time } = this.#parts;
    const statement = time.bound(referencingRows(database.dialect.fragments, key, target));
    const plan = await database.dialect.catalog.planOf(database, statement);
    return { isServed: !plan.whole.some(({ alias }) => alias === 't'), plan };
  }

  async #verdictOf(use: Use, asked: CountPlan | ListPlan | AutocompletePlan): Promise<Verdict> {
    const plan = await this.#store.planOf(authorize(asked, this.#policy(use.actor)));
    const isServed = await this.#isServed(use, plan);
    if (isServed || !use.mayFindMany || asked.kind !== 'count') return { isServed, plan };
    return { isServed: !(await this.#isRare(asked, use.actor)), plan };
  }

  async #isServed({ asks }: Use, { sortsAll, whole }: QueryPlan): Promise<boolean> {
    if (asks === 'order') return !sortsAll;
    if (asks === 'rows' && whole.some(({ alias }) => alias === 't')) return false;
    // Rows that point to others are examined by their foreign keys.
    const others = whole.filter(({ alias }) => alias !== 't' && !alias.startsWith(countedAlias));
    for (const { table } of others) if ((await this.isLarge(table)) === true) return false;
    return true;
  }

  async #isRare(plan: CountPlan, actor: Actor | undefined): Promise<boolean> {
    const total = await this.#total(plan.model);
    const limit = Math.floor(total * rareShare);
    const estimate = await this.#store.estimate(authorize({ ...plan, mode: 'estimate' }, this.#policy(actor)));
    if (estimate !== null) return estimate <= limit;
    return !(await this.#store.roughCount(authorize({ ...plan, mode: 'capped', limit }, this.#policy(actor)), null)).isCapped;
  }

  #total(model: Model): Promise<number> {
    const cached = this.#totals.get(model);
    if (cached) return cached;
    const list = planList(model, parseListRequest(new URLSearchParams(), this.#parts.sizes));
    const total = (async () => {
      const estimate = await this.#store.estimate(authorize(planCount(list, 'estimate'), this.#policy()));
      if (estimate !== null) return estimate;
      const exact = authorize(planCount(list, 'exact', Number.MAX_SAFE_INTEGER), this.#policy());
      return (await this.#store.roughCount(exact, null)).value;
    })();
    this.#totals.set(model, total);
    return total;
  }

  /** The policy of the next query, with its deadline. @param actor whose query it is; by default one whom no row rule limits. */
  #policy(actor: Actor = systemActor): Policy {
    return new Policy(actor, this.#parts.registry, { deadline: this.#parts.time.until });
  }
}
