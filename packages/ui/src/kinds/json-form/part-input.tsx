import { type ReactNode, useState } from 'react';
import { ChoicePart, FlagPart } from './choice-part.tsx';
import { JsonPart } from './json-part.tsx';
import { ListPart } from './list-part.tsx';
import { ObjectPart, VariantsPart } from './object-part.tsx';
import { isShowable } from './part-value.ts';
import type { PartProps } from './part-props.ts';
import { PartView } from './part-view.tsx';
import { NumberPart, TextPart } from './text-part.tsx';

/** The input of a part of a value, by its shape. A value of another shape is written as JSON, and stays so while it is edited. */
export function PartInput(props: PartProps): ReactNode {
  const { part, label, value } = props;
  const { shape } = part;
  const [wasOther, setOther] = useState(false);
  const isOther = !isShowable(shape, value);
  if (isOther && !wasOther) setOther(true);
  if (part.isReadOnly) return <PartView part={part} label={label} value={value} />;
  if (isOther || wasOther) return <JsonPart {...props} />;
  switch (shape.kind) {
    case 'object':
      return <ObjectPart {...props} members={shape.members} />;
    case 'variants':
      return <VariantsPart {...props} shape={shape} />;
    case 'list':
      return <ListPart {...props} shape={shape} />;
    case 'text':
      return <TextPart {...props} format={shape.format} />;
    case 'number':
      return <NumberPart {...props} isWhole={shape.isWhole} />;
    case 'flag':
      return <FlagPart {...props} />;
    case 'choice':
      return <ChoicePart {...props} options={shape.options} />;
    case 'json':
      return <JsonPart {...props} />;
  }
}
