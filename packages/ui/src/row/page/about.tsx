import type { ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { RecordContextProvider } from 'react-admin';
import { Cell } from '../../kinds/cell.tsx';
import { FieldInput } from '../../form/field-input.tsx';
import { MarkedInput } from '../../form/marked-input.tsx';
import { Panel } from '../../layout/panel.tsx';
import { labelOf } from '../../schema/use-schema.ts';
import { t } from '../../texts/text.ts';

interface AboutProps {
  /** The row; undefined for a new one. */
  readonly record: ServedRecord | undefined;
  readonly fields: readonly FieldSchema[];
  /** Whether a field is edited here. */
  readonly isOpen: (field: FieldSchema) => boolean;
}

/** The fields that stand beside a form: first what can not be changed here. Nothing where there are none. */
export function About({ record, fields, isOpen }: AboutProps) {
  const open = fields.filter(isOpen);
  const closed = record ? fields.filter((field) => !isOpen(field) && !field.write_only) : [];
  if (open.length + closed.length === 0) return null;
  return (
    <Panel title={t('About')} label={t('About')}>
      {record && closed.length > 0 && (
        <RecordContextProvider value={record}>
          <Box component="dl" sx={facts}>
            {closed.map((field) => (
              <Box key={field.name} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {labelOf(field)}
                </Box>
                <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', minWidth: 0 }}>
                  <Cell field={field} record={record} isWhole />
                </Box>
              </Box>
            ))}
          </Box>
        </RecordContextProvider>
      )}
      {open.length > 0 && (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', mt: closed.length > 0 ? 1.5 : -1 }}>
          {open.map((field) => (record ? <MarkedInput key={field.name} field={field} /> : <FieldInput key={field.name} field={field} />))}
        </Box>
      )}
    </Panel>
  );
}

const facts = { display: 'grid', gridTemplateColumns: 'minmax(70px, 96px) minmax(0, 1fr)', gap: '8px 12px', m: 0 } as const;
