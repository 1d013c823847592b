import type { ModelRight } from '../actor.ts';
import type { Model } from '../model.ts';
import { tableText } from '../table.ts';
import { isUnwritable } from '../withheld.ts';

const verbs: readonly Exclude<ModelRight, 'view'>[] = ['add', 'change', 'delete'];

/** The largest number of tables that one sentence names. */
const maxNamed = 20;

/** One sentence for each model whose new rows lack a required value, and one for each set of withheld rights, with its tables. */
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

/** Whether the model is read-only by its config. */
function isReadonlyByChoice({ isReadonly, withheld }: Model): boolean {
  return isReadonly && !isUnwritable(withheld);
}

/** The rights that are withheld because of the table itself. */
function rightsOf({ withheld }: Model): ModelRight[] {
  return verbs.filter((right) => withheld.get(right)?.of === 'table');
}

function wordsOf(rights: readonly string[]): string {
  return rights.length < 2 ? rights.join() : `${rights.slice(0, -1).join(', ')} or ${rights.at(-1)}`;
}

/** The tables; for a single one, also the reason. */
function namesOf(models: readonly Model[]): string {
  const [only] = models;
  if (only && models.length === 1) {
    const reasons = new Set(rightsOf(only).map((right) => only.withheld.get(right)?.reason));
    return `${tableText(only.table)}: ${[...reasons].join('; ')}`;
  }
  const names = models.slice(0, maxNamed).map(({ table }) => tableText(table));
  return models.length > maxNamed ? `${names.join(', ')} and ${models.length - maxNamed} more` : names.join(', ');
}
