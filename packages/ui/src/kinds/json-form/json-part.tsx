import { exactJson } from '@grimoire/client';
import { useState } from 'react';
import { Broken, reasonOf } from '../../inputs/broken.ts';
import { CodeField } from '../code-field.tsx';
import { t } from '../../texts/text.ts';
import { messageText } from './messages.ts';
import { emptied, type PartProps } from './part-props.ts';
import { isNothing } from './part-value.ts';

/** A part as JSON. Its numbers stay as they are written. */
export function JsonPart(props: PartProps) {
  const { part, label, isLabelHidden = false, isRequired, value, messages, onChange } = props;
  const [text, setText] = useState(() => writtenOf(value));
  const [written, setWritten] = useState(() => exactJson.stringify(value));
  // Something else has changed the value. The form copies what it is given: only the text tells.
  if (!(value instanceof Broken) && exactJson.stringify(value) !== written) {
    setWritten(exactJson.stringify(value));
    setText(writtenOf(value));
  }
  const change = (next: string): void => {
    const read = next.trim() === '' ? emptied(props) : parsed(next);
    setText(next);
    setWritten(exactJson.stringify(read));
    onChange(read);
  };
  return (
    <CodeField
      label={label}
      isLabelHidden={isLabelHidden}
      language="json"
      text={text}
      isRequired={isRequired}
      onChange={change}
      onBlur={() => undefined}
      error={reasonOf(value) ?? messageText(messages)}
      helperText={part.help}
    />
  );
}

function parsed(text: string): unknown {
  try {
    return exactJson.parse(text);
  } catch (error) {
    return new Broken(t('This is no JSON: %{message}', { message: (error as Error).message }));
  }
}

function writtenOf(value: unknown): string {
  return isNothing(value) || value instanceof Broken ? '' : exactJson.stringify(value, 2);
}
