import { rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import type { ComponentType } from 'react';
import { Panel } from '../layout/panel.tsx';
import type { RowPart, RowProps } from '../extension/extension.ts';
import { OwnPart } from './own-part.tsx';
import { useMaySee } from './own-pages.tsx';
import { useExtension } from './use-extension.ts';
import { translated, t } from '../texts/text.ts';

interface OwnRowPartProps {
  readonly part: RowPart;
  readonly schema: ModelSchema;
  readonly record: ServedRecord;
}

/** What an extension shows of a row. */
export function OwnRowPart({ part, schema, record }: OwnRowPartProps) {
  const Content = part.Content as ComponentType<RowProps>;
  return (
    <OwnPart name={t('“%{part}”', { part: translated(part.title) })}>
      <Content model={schema.model} id={record.id} row={rowOf(record)} schema={schema} />
    </OwnPart>
  );
}

/** The tabs of the extension that the user may see on the page of a row. */
export function useRowTabs(model: string): readonly RowPart[] {
  const { rowTabs = {} } = useExtension();
  return (rowTabs[model] ?? []).filter(useMaySee());
}

/** The boxes of the extension on the page of a row. */
export function OwnPanels({ schema, record }: Omit<OwnRowPartProps, 'part'>) {
  const { rowPanels = {} } = useExtension();
  const panels = (rowPanels[schema.model] ?? []).filter(useMaySee());
  if (panels.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 2, flex: 'none' }}>
      {panels.map((part) => (
        <Panel key={part.title} title={translated(part.title)} label={translated(part.title)}>
          <OwnRowPart part={part} schema={schema} record={record} />
        </Panel>
      ))}
    </Box>
  );
}
