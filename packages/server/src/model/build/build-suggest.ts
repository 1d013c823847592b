import type { Suggest } from '../config/hooks.ts';
import type { Model } from '../model.ts';
import { isSuggested } from '../suggest.ts';
import { didYouMean, type Problems } from './checks.ts';
import type { Draft } from './registry-input.ts';

/** The functions of a config that suggest values. Reports those of fields that do not exist, or that take no input in a form. */
export function suggestOf({ registration, fields }: Draft, model: Pick<Model, 'plainReferences'>, problems: Problems): Model['suggest'] {
  const place = `${registration.key} suggest`;
  const functions = Object.entries(registration.config.suggest ?? {}).filter((entry): entry is [string, Suggest] => entry[1] !== undefined);
  for (const [name] of functions) {
    const field = fields.find((candidate) => candidate.name === name);
    const names = fields.filter((candidate) => isSuggested(model, candidate)).map((candidate) => candidate.name);
    if (!field) problems.add('E010', place, { message: `"${name}" is none.`, cure: didYouMean(name, names) });
    else if (!isSuggested(model, field))
      problems.add('E042', place, { message: `"${name}" takes none.`, cure: 'Name a field that users enter, of this table.' });
  }
  return new Map(functions);
}
