import { Admin } from '../../admin/admin.ts';
import type { DatabaseAddress } from '../../databases/database.ts';
import { ConfigurationError, type Problem } from '../../model/build/checks.ts';
import type { ModelRegistration } from '../../model/config/config.ts';

/** What a database says of the models of a new config. */
export interface Fit {
  /** Why models can not be served, by their keys. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Whether nothing can be served because the database lacks every table. */
  readonly isEmpty: boolean;
  /** What stops a start all the same, such as a database that does not answer; undefined if nothing does. */
  readonly failure: unknown;
}

/**
 * Starts an admin with models, and again without those that have problems, until it starts.
 * @param models those of a schema; undefined for all tables of the database.
 */
export async function fit(database: DatabaseAddress, models: readonly ModelRegistration[] | undefined): Promise<Fit> {
  const problems = new Map<string, Problem>();
  const reasons = (): Fit['reasons'] => new Map(Array.from(problems, ([key, problem]) => [key, reasonOf(problem)]));
  for (;;) {
    const rest = models?.filter(({ key }) => !problems.has(key));
    const admin = new Admin({ database, ...(rest && { models: rest }) });
    try {
      const { models: served } = await admin.operations.registry();
      const hasNone = served.every(({ isOfService }) => isOfService);
      const isEmpty = hasNone && [...problems.values()].every(({ id }) => id === missingTable);
      return { reasons: reasons(), isEmpty, failure: undefined };
    } catch (error) {
      const ownProblems =
        error instanceof ConfigurationError ? error.problems.filter(({ place }) => rest?.some((one) => isAt(place, one))) : [];
      if (ownProblems.length === 0) return { reasons: reasons(), isEmpty: false, failure: error };
      for (const problem of ownProblems.toReversed()) problems.set(keyIn(problem.place), problem);
    } finally {
      await admin.close();
    }
  }
}

const missingTable = 'grimoire.E004';

/** A place is the key of a model, and what of its config. */
function keyIn(place: string): string {
  return place.split(' ', 1)[0] ?? place;
}

function isAt(place: string, { key }: ModelRegistration): boolean {
  return keyIn(place) === key;
}

function reasonOf({ message }: Problem): string {
  return `${message.slice(0, 1).toLowerCase()}${message.slice(1)}`.replace(/\.$/, '');
}
