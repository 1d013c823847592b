import type { FC } from 'react';
import type { PartMessage } from './messages.ts';
import type { Part } from './part.ts';

/** What the input of a part of a value is given. */
export interface PartProps {
  readonly part: Part;
  readonly label: string;
  /** Whether the label is only read out: it stands elsewhere. */
  readonly isLabelHidden?: boolean;
  readonly isRequired: boolean;
  readonly value: unknown;
  /** What the service says of it and of what is in it. */
  readonly messages: readonly PartMessage[];
  /** The input of a part of any shape: parts contain parts. */
  readonly Inner: FC<PartProps>;
  /** Undefined takes the part out of what it is in. */
  readonly onChange: (value: unknown) => void;
}

/** The value of an input that was emptied. */
export function emptied({ part, isRequired }: Pick<PartProps, 'part' | 'isRequired'>): null | undefined {
  return part.isNullable && isRequired ? null : undefined;
}
