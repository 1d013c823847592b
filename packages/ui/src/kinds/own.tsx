import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import type { ComponentType } from 'react';
import { useInput } from 'react-admin';
import { ownKinds } from '../extension/own-kinds.ts';
import { OwnPart } from '../own/own-part.tsx';
import type { CellProps, InputProps, Kind, KindOptions } from '../extension/extension.ts';
import type { FieldKind, KindCellProps, KindInputProps } from './field-kind.ts';
import { t } from '../texts/text.ts';

/** The kind of an extension over that of the field's type, from which it has what it does not say itself. */
export function ownKind(name: string, kind: Kind, base: FieldKind): FieldKind {
  return {
    ...base,
    entry: kind.Input ? undefined : base.entry,
    ...(kind.Cell ? { Cell: cellOf(name), holds: 'block' as const } : {}),
    ...(kind.Input ? { Input: inputOf(name) } : {}),
    ignoresChoices: true,
  };
}

/** The components are asked for when they are shown: those of an extension that is being developed are replaced. */
function OwnCell({ name, ...props }: CellProps & { readonly name: string }) {
  const Own = ownKinds.get(name)?.Cell as ComponentType<CellProps> | undefined;
  return Own && <Own {...props} />;
}

function OwnInput({ name, ...props }: InputProps & { readonly name: string }) {
  const Own = ownKinds.get(name)?.Input as ComponentType<InputProps> | undefined;
  return Own && <Own {...props} />;
}

function cellOf(name: string): FieldKind['Cell'] {
  return function Cell({ field, value, row, isWhole }: KindCellProps) {
    return (
      <OwnPart name={t('The cell “%{name}”', { name })} isSmall>
        <OwnCell name={name} value={value} row={row} field={field} options={optionsOf(field)} isWhole={isWhole} />
      </OwnPart>
    );
  };
}

function inputOf(name: string): FieldKind['Input'] {
  return function Input({ field, common }: KindInputProps) {
    const { field: input, fieldState, id, isRequired } = useInput({ source: common.source, validate: common.validate });
    const { error, invalid: isWrong } = fieldState;
    const help = error?.message ?? common.helperText;
    return (
      <FormControl fullWidth error={isWrong}>
        <InputLabel htmlFor={id} required={common.isRequired}>
          {common.label}
        </InputLabel>
        <OwnPart name={t('The input “%{name}”', { name })}>
          <OwnInput
            name={name}
            value={(input.value as unknown) ?? null}
            onChange={(value) => input.onChange(value)}
            field={field}
            options={optionsOf(field)}
            id={id}
            label={common.label}
            isRequired={isRequired}
            isWrong={isWrong}
          />
        </OwnPart>
        {help ? <FormHelperText>{help}</FormHelperText> : null}
      </FormControl>
    );
  };
}

const none: KindOptions = {};

function optionsOf({ widget }: KindCellProps['field']): KindOptions {
  return (widget?.kind === 'own' && widget.options) || none;
}
