import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { formName } from '../../inputs/form-names.ts';
import { capitalized } from '../../schema/use-schema.ts';
import type { Children } from './children.ts';
import { nextPosition, orderOf, positionsAfter } from './line-order.ts';
import { t } from '../../texts/text.ts';

interface LineOrder {
  /** The indexes of the lines, in the order in which they stand. */
  readonly order: readonly number[];
  /** The name under which the form keeps the position of a line. */
  readonly sourceOf: (index: number) => string;
  readonly move: (from: number, to: number) => void;
  /** The position of a new line. */
  readonly next: () => number;
  /** What the last move has done, in words. */
  readonly said: string;
}

/**
 * The order of the lines of an inline. A move changes their positions, and leaves them where they are in the form: their marks and
 * messages go by their indexes there.
 * @param position the field of the order; without one, lines stand as they are in the form.
 */
export function useLineOrder({ child, path, count }: OrderedLines, position: string | undefined): LineOrder {
  const { setValue } = useFormContext();
  const [said, say] = useState('');
  const sourceOf = (index: number): string => `${path}.${index}.${formName(position ?? '')}`;
  const indexes = Array.from({ length: count }, (_, index) => index);
  const positions: readonly unknown[] = useWatch({ name: position === undefined ? [] : indexes.map(sourceOf) });
  const { schema, rows } = child;
  const move = (from: number, to: number): void => {
    for (const [index, number] of positionsAfter(positions, from, to)) setValue(sourceOf(index), number, { shouldDirty: true });
    say(
      capitalized(
        t('%{model} %{from} is now %{model} %{to} of %{total}.', { model: schema.verbose_name, from: from + 1, to: to + 1, total: count }),
      ),
    );
  };
  const next = (): number => {
    const first = schema.fields.find(({ name }) => name === position)?.default;
    return nextPosition(
      positions,
      rows.map((row) => row[position ?? '']),
      first,
    );
  };
  return { order: position === undefined ? indexes : orderOf(positions), sourceOf, move, next, said };
}

interface OrderedLines {
  readonly child: Children;
  /** The path under which the form keeps the lines. */
  readonly path: string;
  readonly count: number;
}
