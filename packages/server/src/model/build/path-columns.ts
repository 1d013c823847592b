import { maxNameLength } from '../../errors/errors.ts';
import { didYouMean, type Problems } from './checks.ts';
import { type Field, isLarge } from '../field.ts';
import type { Model, PathColumn, PathEnd } from '../model.ts';
import { breakOf, resolvePath } from '../path.ts';
import { currencyField } from '../path-column.ts';
import type { Registry } from '../registry.ts';
import { tableId } from '../table.ts';

/** What ends a name that means a number of rows: `OrderLine.count`. */
const ending = '.count';

/** The most foreign keys of a path. */
const maxSteps = 4;

interface Context {
  readonly registry: Registry;
  readonly problems: Problems;
}

/** Whether a name of `listDisplay` is no field of the model, but leads to other rows. */
export function isPathName({ fieldByName }: Model, name: string): boolean {
  return name.includes('.') && !fieldByName.has(name);
}

/** The column of related rows that a name of `listDisplay` means; undefined if there is none, which is reported. */
export function pathColumnOf(model: Model, name: string, context: Context): PathColumn | undefined {
  const column = isCountName(model, name) ? countColumn(model, name, context) : valueColumn(model, name, context);
  if (!column) return undefined;
  const taken = [column, ...companionsOf([column])].find((one) => model.fieldByName.has(one.name));
  if (taken) return misfit(model, { ...context, message: `"${taken.name}" is a field already.`, cure: 'Take one out.' });
  return column;
}

/** The columns that others need: the currencies of amounts that stand at the end of paths. */
export function companionsOf(columns: readonly PathColumn[]): PathColumn[] {
  const names = new Set(columns.map(({ name }) => name));
  return columns.flatMap(({ name, steps, end }) => {
    const owner = steps.at(-1)?.target;
    const currency = owner && end.kind === 'value' ? currencyField(owner, end.field) : undefined;
    if (!currency || end.kind !== 'value' || !isShown(currency)) return [];
    const companion = `${name.slice(0, -end.field.name.length)}${currency.name}`;
    if (names.has(companion)) return [];
    names.add(companion);
    return [{ name: companion, steps, end: { kind: 'value', field: currency } }];
  });
}

/** The first name of a path with this ending is no foreign key: that has a field of this name behind it. */
function isCountName({ fieldByName }: Model, name: string): boolean {
  const first = fieldByName.get(name.split('.')[0] ?? '');
  return name.endsWith(ending) && (!first || first.link !== undefined);
}

function valueColumn(model: Model, name: string, context: Context): PathColumn | undefined {
  const path = resolvePath(model, name, context.registry);
  if (!path) return reportBreak(model, name, context);
  const { steps, field } = path;
  const place = `${model.key} listDisplay`;
  if (field.hidden || steps.some((step) => step.field.hidden)) {
    context.problems.add('E014', place, { message: `"${name}" is.`, cure: 'Take it out, or show the field.' });
    return undefined;
  }
  if (steps.length > maxSteps || path.name.length > maxNameLength) {
    const cure = `Lead along ${maxSteps} foreign keys at most.`;
    return misfit(model, { ...context, message: `"${name.slice(0, 100)}" is too long a path.`, cure });
  }
  const ofLog = steps.find(({ target }) => target.redact !== undefined)?.target;
  if (ofLog) return misfit(model, { ...context, message: `"${name}" leads to ${ofLog.key}.`, cure: 'Take it out.' });
  if (field.link)
    return misfit(model, { ...context, message: `"${name}" are the keys of several rows.`, cure: 'End the path at a field.' });
  if (!isShown(field)) return misfit(model, { ...context, message: `"${name}" is in no list.`, cure: 'Name another field.' });
  return { name: path.name, steps, end: { kind: 'value', field } };
}

/** Whether lists can show a field of another row. */
function isShown(field: Field): boolean {
  return !field.hidden && !field.writeOnly && !field.detailOnly && !isLarge(field);
}

function reportBreak(model: Model, name: string, context: Context): undefined {
  const { registry, problems } = context;
  const broken = breakOf(model, name, registry);
  const field = broken.model.fieldByName.get(broken.name);
  if (field?.link) {
    const count = broken.model === model ? `Write "${field.name}${ending}" for their number.` : 'End the path at a field before it.';
    return misfit(model, { ...context, message: `"${broken.name}" of "${name}" are several rows.`, cure: count });
  }
  const child = childrenOf(model, registry).find((one) => namesOf(one).some((rows) => name.startsWith(`${rows}.`)));
  if (child) {
    const cure = `Write "${namesOf(child)[0]}${ending}" for their number.`;
    return misfit(model, { ...context, message: `"${name}" leads to several rows.`, cure });
  }
  const place = `${model.key} listDisplay`;
  problems.add(broken.isField ? 'E011' : 'E010', place, { message: `"${broken.name}" of "${name}" is none.`, cure: broken.cure });
  return undefined;
}

function misfit(model: Model, { problems, ...what }: Context & { readonly message: string; readonly cure: string }): undefined {
  problems.add('E015', `${model.key} listDisplay`, what);
  return undefined;
}

/** A foreign key of a model that points to the rows of another one. */
interface Child {
  readonly of: Model;
  readonly by: Field;
  readonly isOneOfSeveral: boolean;
  /** Whether a model of another app has the same name, and points to the same rows. */
  readonly isNamesake: boolean;
}

/** The foreign keys that point to rows of a model. */
function childrenOf(model: Model, registry: Registry): Child[] {
  const table = tableId(model.table);
  const counters = registry.models.flatMap((of) =>
    of.redact
      ? []
      : of.fields
          .filter((by) => by.relation && !by.link && by.keyPrefix === undefined && tableId(registry.targetOf(by).table) === table)
          .map((by) => ({ of, by })),
  );
  return counters.map(({ of, by }) => ({
    of,
    by,
    isOneOfSeveral: counters.some((other) => other.of === of && other.by !== by),
    isNamesake: counters.some((other) => other.of !== of && other.of.name === of.name),
  }));
}

/** The names by which the rows of a child may be counted, the usual one first. */
function namesOf({ of, by, isOneOfSeveral, isNamesake }: Child): string[] {
  const long = [`${of.key}.${by.name}`, ...(isOneOfSeveral ? [] : [of.key])];
  const short = [`${of.name}.${by.name}`, ...(isOneOfSeveral ? [] : [of.name])];
  return (isNamesake ? long : [...long, ...short]).toReversed();
}

function countColumn(model: Model, name: string, context: Context): PathColumn | undefined {
  const wire = name.replaceAll('.', '__');
  const rows = name.slice(0, -ending.length);
  const own = model.fieldByName.get(rows);
  const place = `${model.key} listDisplay`;
  const children = childrenOf(model, context.registry);
  const child = children.find((one) => namesOf(one).includes(rows));
  const by = own?.link ? own : child?.by;
  if (by?.hidden) {
    context.problems.add('E014', place, {
      message: `"${by.name}" is, by which "${name}" counts.`,
      cure: 'Take it out, or show the field.',
    });
    return undefined;
  }
  const end: Omit<Extract<PathEnd, { kind: 'count' }>, 'kind'> | undefined =
    own?.link && !own.hidden ? { of: context.registry.targetOf(own), by: own, isOneOfSeveral: false } : child;
  if (end) return { name: wire, steps: [], end: { kind: 'count', of: end.of, by: end.by, isOneOfSeveral: end.isOneOfSeveral } };
  const links = model.fields.filter(({ link, hidden }) => link && !hidden).map((field) => field.name);
  const names = [...links, ...children.map((one) => namesOf(one)[0] ?? '')].map((one) => `${one}${ending}`);
  return misfit(model, { ...context, message: `"${name}" counts no rows that point here.`, cure: didYouMean(name, names) });
}
