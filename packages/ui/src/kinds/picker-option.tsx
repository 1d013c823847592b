import type { FieldSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { useRecordContext, useResourceContext } from 'react-admin';
import { Avatar } from '../cells/avatar.tsx';
import { textOf } from '../cells/value-text.ts';
import { arePeople } from '../layout/model-icon.tsx';
import { useModel, useModelSchema } from '../schema/use-schema.ts';
import { useService } from '../session/service.ts';
import type { KindOf } from './field-kind.ts';
import { optionLabel } from '../inputs/picker-text.ts';
import { imageAddress } from '../cells/image-address.ts';

/** A row that a picker offers: its label and, where the service sends them, the fields by which it is told from others of that name. */
export function PickerOption({ kindOf }: { readonly kindOf: KindOf }) {
  const row = useRecordContext();
  const model = useResourceContext();
  if (!row) return null;
  const fields = row['_fields'] as Values | undefined;
  const label = optionLabel(row);
  return fields && model !== undefined ? <Detailed model={model} label={label} fields={fields} kindOf={kindOf} /> : <>{label}</>;
}

type Values = Readonly<Record<string, unknown>>;

interface DetailedProps {
  readonly model: string;
  readonly label: string;
  readonly fields: Values;
  readonly kindOf: KindOf;
}

function Detailed({ model, label, fields, kindOf }: DetailedProps) {
  const target = useModel(model);
  const picture = usePickerFields(model).find((field) => kindOf(field).isPicture);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      {target && arePeople(target) ? (
        <Avatar name={label} size={28} picture={picture && textOf(fields[picture.name])} />
      ) : (
        picture && <Thumbnail address={textOf(fields[picture.name])} />
      )}
      <Box sx={{ minWidth: 0 }}>
        <div>{label}</div>
        {/* The space keeps the label and the rest apart in the name of the option. */}{' '}
        <PickerTexts model={model} fields={fields} kindOf={kindOf} />
      </Box>
    </Box>
  );
}

/** The values by which rows of the same label are told apart, without pictures. */
export function PickerTexts({ model, fields, kindOf }: Omit<DetailedProps, 'label'>) {
  const texts = usePickerFields(model).filter((field) => kindOf(field).isPicture !== true && textOf(fields[field.name]) !== '');
  return (
    <Box sx={second}>
      {texts.map((field) => (
        <span key={field.name}>
          <ValueText field={field} fields={fields} kindOf={kindOf} />{' '}
        </span>
      ))}
    </Box>
  );
}

function usePickerFields(model: string): readonly FieldSchema[] {
  const { data: schema } = useModelSchema(model);
  return (schema?.picker_fields ?? []).flatMap((name) => schema?.fields.find((field) => field.name === name) ?? []);
}

const second = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1,
  color: 'text.secondary',
  fontSize: 12.5,
  lineHeight: 1.35,
  overflowWrap: 'anywhere',
  '& > span + span::before': { content: '"·" / ""', mr: 1 },
} as const;

/** An option can not contain links. */
function ValueText({ field, fields, kindOf }: Omit<DetailedProps, 'model' | 'label'> & { readonly field: FieldSchema }): ReactNode {
  const shown = fields[`${field.name}_display`] ?? fields[`${field.name}_label`];
  if (shown !== undefined && shown !== null) return textOf(shown);
  const kind = kindOf(field);
  const value = fields[field.name];
  return kind.holds === 'text' ? <kind.Cell field={field} value={value} row={fields} isWhole={false} kindOf={kindOf} /> : textOf(value);
}

/** The picture beside a label, which says what it shows; an empty frame where the settings do not name its host. */
function Thumbnail({ address: text }: { readonly address: string }) {
  const { imageHosts } = useService().settings;
  const [broken, setBroken] = useState<string | null>(null);
  const address = imageAddress(text, { imageHosts, protocol: location.protocol });
  if (address === undefined || broken === address) return <Box sx={frame} />;
  return (
    <Box component="img" src={address} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setBroken(address)} sx={frame} />
  );
}

const frame = {
  width: 32,
  height: 32,
  flex: 'none',
  objectFit: 'cover',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '6px',
  bgcolor: 'background.default',
} as const;
