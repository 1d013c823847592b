import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import { textOf } from '../../cells/value-text.ts';
import { t } from '../../texts/text.ts';
import { messageText } from './messages.ts';
import type { Option } from './part.ts';
import { isNothing } from './part-value.ts';
import { emptied, type PartProps } from './part-props.ts';

/** One of several values. A stored value that is none of them stays until another one is chosen. */
export function ChoicePart(props: PartProps & { readonly options: readonly Option[] }) {
  const { part, label, isLabelHidden = false, isRequired, value, messages, onChange } = props;
  const id = useId();
  const message = messageText(messages);
  const isKnown = isNothing(value) || props.options.some((option) => option.value === value);
  const options = isKnown ? props.options : [...props.options, { value, text: textOf(value) }];
  const chosen = options.findIndex((option) => option.value === value);
  return (
    <TextField
      select
      fullWidth
      id={id}
      required={isRequired && !part.isNullable}
      error={message !== undefined}
      helperText={message ?? (part.help && <bdi>{part.help}</bdi>)}
      value={chosen === -1 ? '' : String(chosen)}
      onChange={(event) => onChange(event.target.value === '' ? emptied(props) : options[Number(event.target.value)]?.value)}
      {...(isLabelHidden ? {} : { label })}
      slotProps={{
        inputLabel: { shrink: true },
        select: isLabelHidden ? { SelectDisplayProps: { 'aria-label': label } } : {},
      }}
    >
      {(!isRequired || part.isNullable) && (
        <MenuItem value="">
          <span className="dash-no-value">—</span>
        </MenuItem>
      )}
      {options.map(({ text }, index) => (
        <MenuItem key={text} value={String(index)}>
          <bdi>{text}</bdi>
        </MenuItem>
      ))}
    </TextField>
  );
}

/** True or false: a switch, or a choice where it may be neither. */
export function FlagPart(props: PartProps) {
  const { part, label, isRequired, value, messages, onChange } = props;
  const helpId = useId();
  if (part.isNullable || (!isRequired && typeof part.preset !== 'boolean')) {
    const options = [
      { value: true, text: t('Yes') },
      { value: false, text: t('No') },
    ];
    return <ChoicePart {...props} options={options} />;
  }
  const message = messageText(messages);
  const help = message ?? part.help;
  return (
    <FormControl fullWidth error={message !== undefined}>
      <FormControlLabel
        label={<bdi>{label}</bdi>}
        control={
          <Switch
            checked={(value ?? part.preset) === true}
            onChange={(_event, isOn) => onChange(isOn)}
            slotProps={{ input: { ...(help === undefined ? {} : { 'aria-describedby': helpId }), 'aria-invalid': message !== undefined } }}
          />
        }
      />
      {help !== undefined && <FormHelperText id={helpId}>{help}</FormHelperText>}
    </FormControl>
  );
}
