import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { formName } from '../../inputs/form-names.ts';
import { capitalized } from '../../schema/use-schema.ts';
import type { Children } from './children.ts';
import { nextOrderValue, orderOf, valuesAfterMove } from './line-order.ts';
import { t } from '../../texts/text.ts';

interface LineOrder {
  /** The indexes of the lines, in the order in which they stand. */
  readonly order: readonly number[];
  /** The name under which the form keeps the order value of a line. */
  readonly sourceOf: (index: number) => string;
  readonly move: (from: number, to: number) => void;
  /** The order value of a new line. */
  readonly next: () => number;
  /** What the last move has done, in words. */
  readonly said: string;
}

/**
 * The inline order. A move changes the order values of lines, and not their indexes in the form: their marks and messages go by these.
 * @param orderField the field of the order; without one, lines are in the order of the form.
 */
export function useLineOrder({ child, path, count }: OrderedLines, orderField: string | undefined): LineOrder {
  const { setValue } = useFormContext();
  const [said, say] = useState('');
  const sourceOf = (index: number): string => `${path}.${index}.${formName(orderField ?? '')}`;
  const indexes = Array.from({ length: count }, (_, index) => index);
  const values: readonly unknown[] = useWatch({ name: orderField === undefined ? [] : indexes.map(sourceOf) });
  const { schema, rows } = child;
  const move = (from: number, to: number): void => {
    for (const [index, number] of valuesAfterMove(values, from, to)) setValue(sourceOf(index), number, { shouldDirty: true });
    say(
      capitalized(
        t('%{model} %{from} is now %{model} %{to} of %{total}.', { model: schema.verbose_name, from: from + 1, to: to + 1, total: count }),
      ),
    );
  };
  const next = (): number => {
    const first = schema.fields.find(({ name }) => name === orderField)?.default;
    return nextOrderValue(
      values,
      rows.map((row) => row[orderField ?? '']),
      first,
    );
  };
  return { order: orderField === undefined ? indexes : orderOf(values), sourceOf, move, next, said };
}

interface OrderedLines {
  readonly child: Children;
  /** The path under which the form keeps the lines. */
  readonly path: string;
  readonly count: number;
}
