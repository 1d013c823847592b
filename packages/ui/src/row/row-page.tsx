import type { ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { type ReactNode, useEffect } from 'react';
import { useEvent, useRecordContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { Cell } from '../cells/cell.tsx';
import { saysStatus } from '../cells/tone.tsx';
import { textOf } from '../cells/value-text.ts';
import { OwnPanels } from '../extension/own-row-parts.tsx';
import { kindOf } from '../kinds/registry.ts';
import { type Crumb, PageHead } from '../layout/page-head.tsx';
import { useVisited } from '../layout/places.ts';
import { useShortcuts } from '../layout/shortcuts.ts';
import { headingOf } from '../list/heading.ts';
import { capitalized, labelOf, useModel } from '../schema/use-schema.ts';
import { Neighbours } from './neighbours.tsx';
import { RelationTabs } from './relation-tabs.tsx';
import { RowHeader } from './row-header.tsx';

/** The most fields that stand under the heading of a row. */
const mostFacts = 4;

/** The way to the rows of a model. */
export function useListCrumbs(schema: ModelSchema): readonly Crumb[] {
  const group = useModel(schema.model)?.group;
  const list = schema.permissions.view ? { text: headingOf(schema), to: `/${schema.model}` } : { text: headingOf(schema) };
  return group === undefined ? [list] : [{ text: capitalized(group) }, list];
}

/** The page of a row: its label, how it stands, the facts that a list shows, and what can be done with it. */
export function RowPage({ schema, children }: { readonly schema: ModelSchema; readonly children: ReactNode }) {
  const record = useRecordContext<ServedRecord>();
  const crumbs = useListCrumbs(schema);
  useVisit(schema, record);
  const navigate = useNavigate();
  useShortcuts({ u: () => void navigate(`/${schema.model}`) }, schema.permissions.view);
  const status = schema.fields.find((field) => saysStatus(field) && !field.write_only);
  const label = record && textOf(record['_label']);
  return (
    <>
      <PageHead
        crumbs={crumbs}
        near={record && <Neighbours schema={schema} id={record.id} />}
        title={label === undefined ? undefined : titleOf(schema, label)}
        beside={record && status && isShown(record, status) && <Cell field={status} record={record} />}
        actions={record && <RowHeader schema={schema} record={record} />}
      />
      {record && <Facts schema={schema} record={record} status={status} />}
      <RelationTabs schema={schema} record={record}>
        {record && <OwnPanels schema={schema} record={record} />}
        {children}
      </RelationTabs>
    </>
  );
}

/** Remembers the row among those that were opened last. */
function useVisit({ model }: ModelSchema, record: ServedRecord | undefined): void {
  const [, visit] = useVisited();
  const remember = useEvent(visit);
  const [id, label] = [record?.id, record && textOf(record['_label'])];
  useEffect(() => {
    if (id !== undefined && label !== undefined) remember({ model, id, label });
  }, [model, id, label, remember]);
}

/** A row without a label of its own already has the name of its model in it. */
function titleOf({ verbose_name: name }: ModelSchema, label: string): string {
  return label.toLowerCase().startsWith(name.toLowerCase()) ? capitalized(label) : `${capitalized(name)} ${label}`;
}

function isShown(record: ServedRecord, { name }: FieldSchema): boolean {
  return textOf(record[name]) !== '';
}

interface FactsProps {
  readonly schema: ModelSchema;
  readonly record: ServedRecord;
  readonly status: FieldSchema | undefined;
}

function Facts({ schema, record, status }: FactsProps) {
  const label = textOf(record['_label']);
  const isNews = (field: FieldSchema): boolean =>
    field !== status &&
    field.name !== schema.pk_field &&
    !kindOf(field).isWide &&
    (kindOf(field).holds === 'text' || kindOf(field).isForeignKey === true) &&
    isShown(record, field) &&
    !label.includes(textOf(record[`${field.name}_label`] ?? record[field.name]));
  const facts = schema.list_display
    .flatMap((name) => schema.fields.find((field) => field.name === name) ?? [])
    .filter(isNews)
    .slice(0, mostFacts);
  if (facts.length === 0) return null;
  return (
    <Box component="dl" sx={list}>
      {facts.map((field) => (
        <Box key={field.name} sx={{ minWidth: 0, maxWidth: 260 }}>
          <Box component="dt" sx={{ color: 'text.disabled', fontSize: 12 }}>
            {labelOf(field)}
          </Box>
          <Box component="dd" sx={{ m: 0, fontWeight: 550, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            <Cell field={field} record={record} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const list = { display: 'flex', flexWrap: 'wrap', gap: '8px 28px', m: 0, pb: 2 } as const;
