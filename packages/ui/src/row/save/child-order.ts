import type { Operation } from '@grimoire/client';
import type { Children } from '../lines/children.ts';
import type { PlannedChild } from './save-row.ts';

/**
 * Sorts the changes of the rows of an inline so that no two rows have the same order value at any time: a unique index holds after each
 * statement. Deletes come first, then updates to values that are free, then new rows. Of rows that exchange their values, one is
 * saved twice: first with a spare value.
 */
export function inOrder(changes: readonly PlannedChild[], { inline, schema, rows }: Children): readonly PlannedChild[] {
  const field = schema.fields.find(({ name }) => name === inline.position_field);
  if (!field) return changes;
  const of = (op: Operation['op']): readonly PlannedChild[] => changes.filter(({ operation }) => operation.op === op);
  const moves = of('update').filter((change) => dataOf(change)[field.name] !== undefined);
  const still = of('update').filter((change) => !moves.includes(change));
  const values = [...rows, ...changes.map(dataOf)].map(({ [field.name]: value }) => value);
  return [...of('delete'), ...still, ...stepsOf(moves, field.name, values), ...of('create')];
}

/** A row that has not its final order value yet. */
interface Waiting {
  readonly change: PlannedChild;
  readonly now: unknown;
  readonly next: unknown;
}

function stepsOf(moves: readonly PlannedChild[], name: string, values: readonly unknown[]): readonly PlannedChild[] {
  const taken = new Set(values.filter((value) => typeof value === 'number'));
  const steps: PlannedChild[] = [];
  let waiting = moves.map((change): Waiting => ({ change, now: change.before?.[name], next: dataOf(change)[name] }));
  while (waiting.length > 0) {
    const free = waiting.find((one) => !blockerOf(one, waiting));
    if (free) {
      steps.push(free.change);
      waiting = waiting.filter((one) => one !== free);
    } else {
      const parked = inCircle(waiting);
      const spare = spareOf(taken);
      taken.add(spare);
      const { change, next } = parked;
      steps.push(withData(change, { ...dataOf(change), [name]: spare }));
      const last = { ...withData(change, { [name]: next }), isAgain: true };
      waiting = waiting.map((one) => (one === parked ? { change: last, now: spare, next } : one));
    }
  }
  return steps;
}

/** Another waiting row that has the order value which this row will have. */
function blockerOf(one: Waiting, waiting: readonly Waiting[]): Waiting | undefined {
  return one.next === null ? undefined : waiting.find((other) => other !== one && other.now === one.next);
}

/** One of the rows that wait for each other, where every row waits. */
function inCircle(waiting: readonly Waiting[]): Waiting {
  const visited = new Set<Waiting>();
  let one = waiting[0] as Waiting;
  while (!visited.has(one)) {
    visited.add(one);
    one = blockerOf(one, waiting) ?? one;
  }
  return one;
}

/** The smallest number that no row has or will have: every column of numbers holds it. */
function spareOf(taken: ReadonlySet<number>): number {
  let spare = 1;
  while (taken.has(spare)) spare += 1;
  return spare;
}

function dataOf({ operation }: PlannedChild): Readonly<Record<string, unknown>> {
  return operation.data ?? {};
}

function withData(change: PlannedChild, data: Readonly<Record<string, unknown>>): PlannedChild {
  return { ...change, operation: { ...change.operation, data } };
}
