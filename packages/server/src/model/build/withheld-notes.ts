import type { ModelRight } from '../actor.ts';
import type { Model } from '../model.ts';
import { tableText } from '../table.ts';
import { isUnwritable } from '../withheld.ts';

const verbs: readonly Exclude<ModelRight, 'view'>[] = ['add', 'change', 'delete'];

/** Tables that one sentence names. */
const maxNamed = 20;

/** One sentence for each model whose rows lack a value that nothing gives, and one for each set of rights that tables leave nobody. */
export function withheldNotes(models: readonly Model[]): string[] {
  const tables = models.filter((model) => model.isTable && rightsOf(model).length > 0 && !isReadonlyByChoice(model));
  const groups = Map.groupBy(tables, (model) => wordsOf(rightsOf(model)));
  const ofTables = Array.from(groups, ([words, members]) => `The database does not let this service ${words} rows of ${namesOf(members)}.`);
  const ofColumns = models.flatMap((model) => {
    const add = model.withheld.get('add');
    return add?.of === 'column' && !model.isReadonly ? [`Rows of ${model.key} can not be added: ${add.reason}.`] : [];
  });
  return [...ofTables, ...ofColumns];
}

/** Whether its config leaves nobody a right anyway. */
function isReadonlyByChoice({ isReadonly, withheld }: Model): boolean {
  return isReadonly && !isUnwritable(withheld);
}

/** The rights that the table itself leaves nobody. */
function rightsOf({ withheld }: Model): ModelRight[] {
  return verbs.filter((right) => withheld.get(right)?.of === 'table');
}

function wordsOf(rights: readonly string[]): string {
  return rights.length < 2 ? rights.join() : `${rights.slice(0, -1).join(', ')} or ${rights.at(-1)}`;
}

/** The tables; of one alone also why. */
function namesOf(models: readonly Model[]): string {
  const [only] = models;
  if (only && models.length === 1) {
    const reasons = new Set(rightsOf(only).map((right) => only.withheld.get(right)?.reason));
    return `${tableText(only.table)}: ${[...reasons].join('; ')}`;
  }
  const names = models.slice(0, maxNamed).map(({ table }) => tableText(table));
  return models.length > maxNamed ? `${names.join(', ')} and ${models.length - maxNamed} more` : names.join(', ');
}
