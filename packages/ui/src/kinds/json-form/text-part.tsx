import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { exactJson } from '@grimoire/client';
import { zoneText } from '../../cells/zone-text.ts';
import { textOf } from '../../cells/value-text.ts';
import { Broken } from '../../inputs/broken.ts';
import { enteredNumber, inputText, ownStyle } from '../entered-number.ts';
import { instantOf, localOf } from '../local-time.ts';
import { shownIn, t } from '../../texts/text.ts';
import { messageText } from './messages.ts';
import type { TextFormat } from './part.ts';
import { emptied, type PartProps } from './part-props.ts';

interface EntryProps extends Omit<PartProps, 'value' | 'onChange'> {
  readonly type?: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onBlur?: () => void;
  readonly isLong?: boolean;
  readonly error?: string | undefined;
  readonly note?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** An input of one text, with its label above and what helps or is wrong below. */
function Entry({ part, label, isLabelHidden = false, isRequired, messages, text, onText, ...more }: EntryProps) {
  const { type = 'text', isLong = false, note, attributes = {}, onBlur } = more;
  const message = more.error ?? messageText(messages);
  const help = [part.help, note].filter((each) => each !== undefined).join(' · ');
  return (
    <TextField
      fullWidth
      type={type}
      required={isRequired && !part.isNullable}
      error={message !== undefined}
      helperText={message ?? (help === '' ? undefined : <bdi>{help}</bdi>)}
      multiline={isLong}
      value={text}
      onChange={(event) => onText(event.target.value)}
      {...(onBlur ? { onBlur } : {})}
      {...(isLabelHidden ? {} : { label })}
      {...(isLong ? { minRows: 3, maxRows: 14 } : {})}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { ...attributes, ...(isLabelHidden ? { 'aria-label': label } : {}) } }}
    />
  );
}

/** A text. */
export function TextPart(props: PartProps & { readonly format: TextFormat }): ReactNode {
  const { format, value, onChange, ...entry } = props;
  const change = (text: string): void => onChange(text === '' ? emptied(props) : text);
  if (format === 'date-time') return <MomentPart {...props} />;
  const common = { ...entry, onText: change, text: textOf(value) };
  if (format === 'date') return <Entry {...common} type="date" />;
  if (format === 'time')
    return (
      <Entry {...common} type="time" onText={(text) => change(text.length === 5 ? `${text}:00` : text)} attributes={timeStep(value)} />
    );
  const type = { plain: 'text', long: 'text', email: 'email', uri: 'url' }[format];
  return <Entry {...common} type={type} isLong={format === 'long'} />;
}

/** Browsers show seconds where the step is one of them. */
function timeStep(value: unknown): Readonly<Record<string, unknown>> {
  return /:(?!00)\d\d(?:\.\d+)?(?:Z|[+-].*)?$/.test(textOf(value)) ? { step: 1 } : {};
}

/** A point in time, entered in the zone of the browser, and sent as UTC. */
function MomentPart(props: PartProps) {
  const { value, onChange, ...entry } = props;
  const [now] = useState(() => new Date());
  const text = textOf(value);
  return (
    <Entry
      {...entry}
      type="datetime-local"
      text={localOf(text)}
      onText={(local) => onChange(instantOf(local, value) ?? emptied(props))}
      note={zoneText(text === '' ? now : new Date(text))}
      attributes={timeStep(localOf(text))}
    />
  );
}

interface Entered {
  readonly text: string;
  readonly value: unknown;
}

/** A number in the style of the person. What is entered stays as it is; whether it is a number is said when the input is left. */
export function NumberPart(props: PartProps & { readonly isWhole: boolean }) {
  const { isWhole, value, onChange, ...entry } = props;
  const [style] = useState(() => ({ ...ownStyle(shownIn().locale), isWhole }));
  const [entered, setEntered] = useState<Entered | null>(null);
  const [isLeft, setLeft] = useState(false);
  const isOwn = entered !== null && Object.is(entered.value, value);
  const change = (text: string): void => {
    const next = text.trim() === '' ? emptied(props) : numberOf(enteredNumber(text, style));
    setEntered({ text, value: next });
    setLeft(false);
    onChange(next);
  };
  return (
    <Entry
      {...entry}
      text={isOwn ? entered.text : value instanceof Broken ? '' : inputText(value, style)}
      onText={change}
      onBlur={() => setLeft(true)}
      error={isLeft && value instanceof Broken ? value.reason : undefined}
      attributes={{ inputMode: isWhole ? 'numeric' : 'decimal' }}
    />
  );
}

function numberOf(text: string | Broken): unknown {
  if (text instanceof Broken) return text;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? exactJson.parse(text) : new Broken(t('Must be a number'));
}
