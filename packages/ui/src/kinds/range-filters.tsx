import type { ReactElement } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';
import type { Filterable } from './field-kind.ts';

/** The ends of a range. */
type End = 'gte' | 'lte';

interface Range {
  /** The text that follows the label at either end. */
  readonly words: readonly [from: string, until: string];
  readonly input: (end: End) => Partial<TextInputProps>;
}

/** Two inputs for the ends of a range. */
export function rangeFilters({ words: [from, until], input }: Range): (filterable: Filterable) => readonly ReactElement[] {
  const ends = [
    ['gte', from],
    ['lte', until],
  ] as const;
  return ({ path, label }) =>
    ends.map(([end, word]) => <TextInput key={`${path}__${end}`} source={`${path}__${end}`} label={`${label} ${word}`} {...input(end)} />);
}
