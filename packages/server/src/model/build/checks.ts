/** A problem of the configuration, found at start. */
export interface Problem {
  /** Stable id, such as `grimoire.E012`. */
  readonly id: string;
  /** The place: a model's key and the part of its config. */
  readonly place: string;
  readonly message: string;
  /** How to solve it. */
  readonly cure: string;
}

/** Thrown at start with all problems of the configuration. */
export class ConfigurationError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const lines = problems.map((problem) => `  ${problem.id} ${problem.place}: ${problem.message} ${problem.cure}`);
    super(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in the configuration:\n${lines.join('\n')}`);
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

/** The ids of the checks. */
export type CheckId =
  | 'E001'
  | 'E002'
  | 'E003'
  | 'E004'
  | 'E005'
  | 'E006'
  | 'E010'
  | 'E011'
  | 'E012'
  | 'E013'
  | 'E014'
  | 'E015'
  | 'E020'
  | 'E021'
  | 'E022'
  | 'E023'
  | 'E024'
  | 'E030'
  | 'E031'
  | 'E032'
  | 'E033'
  | 'E034'
  | 'E035'
  | 'E036'
  | 'E037'
  | 'E038'
  | 'E039'
  | 'E040'
  | 'E041'
  | 'E042'
  | 'E043'
  | 'E050'
  | 'E051'
  | 'E052'
  | 'E053'
  | 'E054'
  | 'E055'
  | 'E056'
  | 'E057'
  | 'E058'
  | 'E060'
  | 'E061'
  | 'E062'
  | 'E063'
  | 'E064'
  | 'E065'
  | 'E066'
  | 'E067'
  | 'E068'
  | 'E069'
  | 'E070'
  | 'E071';

/** The meaning of each check. */
export const checks: Readonly<Record<CheckId, string>> = {
  E001: 'Two models have the same key.',
  E002: 'A model key is `{app}.{Model}`.',
  E003: 'The table has no key.',
  E004: 'The database has no such table or view.',
  E005: 'An app label is that of one schema.',
  E006: 'The table has no such column.',
  E010: 'There is no such field.',
  E011: 'A path leads along foreign keys only.',
  E012: 'The field can not be searched.',
  E013: 'The field can not be sorted by.',
  E014: 'The field is hidden.',
  E015: 'A list can not show this of other rows.',
  E020: 'An inline needs a foreign key to its parent.',
  E021: 'The inline is not registered.',
  E022: 'The link table does not link the two models.',
  E023: 'The other side of the link is not registered.',
  E024: 'This field can not put the rows of an inline in order.',
  E030: 'A permission is `{app}.{codename}` of the model’s own app.',
  E031: 'Two fields have the same name.',
  E032: 'The field type does not fit the column.',
  E033: 'The key can not be kept from view.',
  E034: 'The service can not fill the field.',
  E035: 'This can not be said of a many-to-many field.',
  E036: 'The field can not mark deleted rows.',
  E037: 'The widget does not fit the field.',
  E038: 'The layout of the form is wrong.',
  E039: 'A condition of a form does not fit.',
  E040: 'A widget’s permission is that of no model.',
  E041: 'Two widgets have the same name.',
  E042: 'A field for which values are suggested takes no input.',
  E043: 'A picker can not show this.',
  E050: 'An action belongs to a registered model.',
  E051: 'Two actions of a model have the same key.',
  E052: 'A server action has one handler.',
  E053: 'What is destructive runs on the server.',
  E054: 'An action’s permission is its own.',
  E055: 'An action’s key is a part of an address.',
  E056: 'A time limit is a number of seconds.',
  E057: 'The type can not be that of a parameter.',
  E058: 'A foreign key as a parameter names its model.',
  E060: 'There is no such option.',
  E061: 'The value of an option is wrong.',
  E062: 'A row rule does not fit its model.',
  E063: 'There is no such model.',
  E064: 'There is no such app.',
  E065: 'Staff can not be linked to rows of this model.',
  E066: 'A many-to-many field can not use this link table.',
  E067: 'A translation is of something that is not there.',
  E068: 'There is no such language.',
  E069: 'A card of the home page does not fit.',
  E070: 'The field can not have this schema.',
  E071: 'A package that makes keys is not installed.',
};

/** Collects problems, so that all are reported at once. */
export class Problems {
  readonly #found: Problem[] = [];

  /** @param what its `message` describes this case; the check's general text comes before it. */
  add(id: CheckId, place: string, what: { readonly message: string; readonly cure: string }): void {
    this.#found.push({ id: `grimoire.${id}`, place, message: `${checks[id]} ${what.message}`, cure: what.cure });
  }

  /** How many there are. */
  get count(): number {
    return this.#found.length;
  }

  get isAny(): boolean {
    return this.#found.length > 0;
  }

  /** Throws a {@link ConfigurationError} if there are problems. */
  throwIfAny(): void {
    if (this.isAny) throw new ConfigurationError(this.#found);
  }
}

/** The name in `names` that is most similar to a misspelled one, as a hint. */
export function didYouMean(name: string, names: Iterable<string>): string {
  // An iterator can be iterated only once.
  const candidates = [...names];
  let best = '';
  let bestDistance = Math.max(2, Math.ceil(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  if (best !== '') return `Did you mean "${best}"?`;
  return candidates.length === 0 ? 'It has none.' : `It has: ${candidates.join(', ')}.`;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substitution));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
