import type { AuthorizedPlan } from '../../authorize/authorize.ts';
import type { Policy } from '../../authorize/policy.ts';
import { type Database, overBudget } from '../../databases/database.ts';
import type { Replica, Replicas } from '../../databases/replicas.ts';
import { type RawRow, type RawStatement, timeLeft } from '../../databases/statement.ts';
import type { Model } from '../../model/model.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Statement } from '../../sql/compile.ts';
import { currentWork } from '../../process/request-work.ts';
import { turnsOf, type UserLimit } from '../shares/user-limit.ts';
import type { LogPositions } from './log-positions.ts';

/** What is read from replicas. A single row is not: its ETag must fit the row that a write then locks. */
const kinds: ReadonlySet<Plan['kind']> = new Set<Plan['kind']>(['list', 'count', 'autocomplete', 'aggregate']);

/** Milliseconds that a statement without a deadline may take. */
const defaultLimit = 15_000;

/** A plan that is to be read. */
export interface ReplicaRead {
  readonly statement: Statement;
  readonly raw: RawStatement;
  /** The statement that reads the state of the actor, if they have not been confirmed yet. */
  readonly check?: RawStatement | undefined;
  /** Milliseconds that it may take, at most until its deadline. */
  readonly milliseconds?: number;
}

/** The dependencies of {@link ReplicaReads}. */
export interface ReplicaParts {
  readonly database: Database;
  readonly replicas: Replicas;
  readonly logPositions: LogPositions;
  readonly limit: UserLimit;
  /** Whether the rows of a model stand in the service's own tables. */
  readonly isOwn: (model: Model) => boolean;
}

/**
 * Reads rows from replicas. Who the user is, what they may do and where they have written last is always read from the primary,
 * after the rows: what they may do then, they could do when the rows were read.
 */
export class ReplicaReads {
  readonly #parts: ReplicaParts;
  /** The replica that has everything that the user of a request has written. */
  readonly #known = new WeakMap<Policy, Replica>();

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
  }

  /**
   * The rows of a plan; null if the primary has to be asked. Throws an `ActorChanged` if the actor was to be confirmed, and has changed.
   */
  async read(authorized: AuthorizedPlan, asked: ReplicaRead): Promise<readonly RawRow[] | typeof overBudget | null> {
    const user = authorized.actor.id;
    if (user === null || !this.#mayUseReplica(authorized, asked.statement)) return primary('required');
    const current = asked.check ? undefined : this.#known.get(authorized.policy);
    const replica = current ?? this.#parts.replicas.of(user);
    if (!replica) return primary('away');
    const { logPositions, limit } = this.#parts;
    const { raw, milliseconds = raw.until === undefined ? defaultLimit : Infinity } = asked;
    const statements = current ? [raw] : [logPositions.of(user), raw];
    const results = await turnsOf(limit, raw, user).alone(() => replica.read(statements, Math.min(milliseconds, timeLeft(raw))));
    if (results === null) return primary('failed');
    const isOver = results === overBudget;
    if (!isOver && !current && !(await this.#confirm(authorized, asked, { replica, seen: results[0] }))) return primary('behind');
    currentWork()?.noteRead({ replica: replica.name });
    return isOver ? overBudget : (results.at(-1) ?? []);
  }

  /**
   * A row rule may go by any column of any row, also of rows that others write, and everything that decides about rights is in the service's own
   * tables. So a replica is asked only for models of which the actor may see all rows.
   */
  #mayUseReplica({ plan, policy }: AuthorizedPlan, { scoped }: Statement): boolean {
    if (!kinds.has(plan.kind) || this.#parts.isOwn(plan.model)) return false;
    return [plan.model, ...scoped].every((model) => policy.access(model).rule.kind === 'true');
  }

  /** Whether the replica has the last write of the user. */
  async #confirm({ actor, policy }: AuthorizedPlan, { check }: ReplicaRead, { replica, seen }: Found): Promise<boolean> {
    const own = this.#parts.logPositions.of(String(actor.id));
    const [stored, state] = await this.#parts.database.readAll(check ? [own, check] : [own]);
    if (check) policy.confirmation.require(state?.[0]?.[0]);
    if (stored?.[0]?.[0] !== seen?.[0]?.[0]) return false;
    if (check) policy.confirmation.end();
    this.#known.set(policy, replica);
    return true;
  }
}

interface Found {
  readonly replica: Replica;
  /** The log position up to which the replica has replayed. */
  readonly seen: readonly RawRow[] | undefined;
}

function primary(reason: 'required' | 'away' | 'failed' | 'behind'): null {
  currentWork()?.noteRead({ server: 'primary', reason });
  return null;
}
