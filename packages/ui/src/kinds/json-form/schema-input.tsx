import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useEffect, useId, useMemo, useState } from 'react';
import { useInput, useRecordContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import type { KindInputProps } from '../field-kind.ts';
import { t } from '../../texts/text.ts';
import { JsonPart } from './json-part.tsx';
import { isStillTrue, type PartMessage, messagesOf } from './messages.ts';
import { MemberInputs } from './member-inputs.tsx';
import { isMembers, type Part, partOf } from './part.ts';
import { PartInput } from './part-input.tsx';
import { brokenIn, isNothing, newValue } from './part-value.ts';

/** The form of a JSON field, made from its schema; its button shows the same value as JSON. */
export function SchemaInput({ field, common }: Pick<KindInputProps, 'field' | 'common'>) {
  const { source, label, helperText, isRequired, validate } = common;
  const part = useMemo(() => partOf(field.json_schema ?? {}), [field]);
  const check = (value: unknown): string | undefined => validate?.(value) ?? brokenIn(value);
  const { field: input, fieldState, formState } = useInput({ source, validate: check, parse: same, format: same });
  const { setValue } = useFormContext();
  const [isJson, setJson] = useState(false);
  const id = useId();
  const value: unknown = input.value;
  const isChecked = fieldState.isTouched || formState.isSubmitted;
  const broken = brokenIn(value);
  // What is entered and is no value stands at its own input.
  const [messages, keepSame] = useMessages(isChecked && broken === undefined ? textOf(fieldState.error?.message) : undefined);
  useNewValue(source, part, { isNew: useRecordContext()?.id === undefined, isWanted: !field.null && !field.has_default });
  const change = (next: unknown): void => {
    keepSame(value, next);
    // Not the input's own change handler, which treats an object with a `target` as an event.
    setValue(source, next === undefined ? null : next, { shouldDirty: true, shouldTouch: true, shouldValidate: formState.isSubmitted });
  };
  const props = { Inner: PartInput, part: { ...part, help: undefined }, label, isRequired, value, messages, onChange: change };
  return (
    <Box component="fieldset" aria-labelledby={id} sx={frame}>
      <Box sx={head}>
        <Box id={id} sx={{ fontSize: 12.5, fontWeight: 550, lineHeight: 1.4, flex: 1, overflowWrap: 'anywhere' }}>
          {label}
          {isRequired && ' *'}
        </Box>
        {field.null && !isNothing(value) && (
          <Button size="small" onClick={() => change(null)} sx={small}>
            {t('Clear value')}
          </Button>
        )}
        <Button size="small" aria-pressed={isJson} disabled={broken !== undefined} onClick={() => setJson(!isJson)} sx={small}>
          {t('As JSON')}
        </Button>
      </Box>
      {isJson ? (
        <JsonPart {...props} isLabelHidden />
      ) : (
        <Box sx={body}>
          <Whole {...props} />
        </Box>
      )}
      {helperText !== false && helperText !== undefined && <FormHelperText>{helperText}</FormHelperText>}
    </Box>
  );
}

/** The parts of an object stand in the form itself. */
function Whole(props: Parameters<typeof PartInput>[0]) {
  const { part, value } = props;
  if (part.shape.kind === 'object' && (isNothing(value) || isMembers(value)))
    return <MemberInputs {...props} members={part.shape.members} />;
  return <PartInput {...props} isLabelHidden />;
}

interface Kept {
  readonly lines: string | undefined;
  readonly messages: readonly PartMessage[];
}

/** The messages of the service. The form forgets them with the first change; here each stays until the part that it is about is changed. */
function useMessages(
  lines: string | undefined,
): readonly [messages: readonly PartMessage[], keepSame: (before: unknown, after: unknown) => void] {
  const { isSubmitted, isSubmitSuccessful } = useFormState();
  const [kept, setKept] = useState<Kept>({ lines: undefined, messages: [] });
  if (kept.lines !== lines) setKept({ lines, messages: lines === undefined ? kept.messages : messagesOf(lines) });
  const isOver = !isSubmitted || isSubmitSuccessful;
  const keepSame = (before: unknown, after: unknown): void =>
    setKept({ ...kept, messages: kept.messages.filter((message) => isStillTrue(message, before, after)) });
  return [isOver && lines === undefined ? [] : kept.messages, keepSame];
}

/** A new row begins with what the schema presets, which is no change of the person. */
function useNewValue(source: string, part: Part, { isNew, isWanted }: { readonly isNew: boolean; readonly isWanted: boolean }): void {
  const { getValues, resetField } = useFormContext();
  useEffect(() => {
    if (!isNew || !isWanted || !isNothing(getValues(source) as unknown)) return;
    const value = newValue(part);
    if (value !== undefined) resetField(source, { defaultValue: value });
  }, [source, part, isNew, isWanted, getValues, resetField]);
}

function same(value: unknown): unknown {
  return value;
}

function textOf(message: unknown): string | undefined {
  return typeof message === 'string' ? message : undefined;
}

const frame = {
  minWidth: 0,
  m: 0,
  my: 1,
  p: 0,
  border: 0,
  // Lines of an inline hide the labels of their inputs, which stand in their heads.
  '&& .MuiInputLabel-root, && .MuiFormHelperText-root, && .MuiFormControlLabel-label': {
    position: 'static',
    width: 'auto',
    height: 'auto',
    overflow: 'visible',
    clipPath: 'none',
    whiteSpace: 'normal',
  },
} as const;
const body = { p: '2px 12px 10px', border: '1px solid', borderColor: 'divider', borderRadius: '8px', minWidth: 0 } as const;
const head = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, mb: '2px' } as const;
const small = { minHeight: 0, py: '1px', px: '6px', fontSize: 12 } as const;
