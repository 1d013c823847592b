import type { ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { type ReactNode, useEffect } from 'react';
import { useEvent, useRecordContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { Avatar } from '../../cells/avatar.tsx';
import { Cell } from '../../kinds/cell.tsx';
import { saysStatus } from '../../cells/tone.tsx';
import { longText, textOf } from '../../cells/value-text.ts';
import { OwnPanels } from '../../own/own-row-parts.tsx';
import { kindOf } from '../../kinds/registry.ts';
import { arePeople } from '../../layout/model-icon.tsx';
import { type Crumb, PageHead } from '../../layout/page-head.tsx';
import { useVisited } from '../../store/visited.ts';
import { useShortcuts } from '../../layout/shortcuts.ts';
import { headingOf } from '../../list/page/heading.ts';
import { rowTitleOf, shownLabelOf } from '../../schema/row-title.ts';
import { capitalized, labelOf, useModel } from '../../schema/use-schema.ts';
import { Bar } from '../../loading/bar.tsx';
import { Skeleton } from '../../loading/skeleton.tsx';
import { Neighbours } from './neighbours.tsx';
import { RelationTabs } from '../related/relation-tabs.tsx';
import { RowHeader } from './row-header.tsx';

/** The height of a fact, in pixels. */
const factHeight = 38;

/** The most fields that stand under the heading of a row. */
const mostFacts = 4;

/** The way to the rows of a model. */
export function useListCrumbs(schema: ModelSchema): readonly Crumb[] {
  const group = useModel(schema.model)?.group;
  const list = schema.permissions.view ? { text: headingOf(schema), to: `/${schema.model}` } : { text: headingOf(schema) };
  return group === undefined ? [list] : [{ text: capitalized(group) }, list];
}

interface RowPageProps {
  readonly schema: ModelSchema;
  /** Whether the row could not be read. */
  readonly hasFailed: boolean;
  readonly children: ReactNode;
}

/** The page of a row: its label, how it stands, the facts that a list shows, and what can be done with it. */
export function RowPage({ schema, hasFailed, children }: RowPageProps) {
  const record = useRecordContext<ServedRecord>();
  const crumbs = useListCrumbs(schema);
  const model = useModel(schema.model);
  useVisit(schema, record);
  const navigate = useNavigate();
  useShortcuts({ u: () => void navigate(`/${schema.model}`) }, schema.permissions.view);
  const status = statusOf(schema);
  const label = record && textOf(record['_label']);
  return (
    <>
      <PageHead
        crumbs={label === undefined || label === '' ? crumbs : [...crumbs, { text: shownLabelOf(schema, label) }]}
        near={record && <Neighbours schema={schema} id={record.id} />}
        title={label === undefined ? capitalized(schema.verbose_name) : rowTitleOf(schema, label)}
        picture={label !== undefined && model && arePeople(model) && <Avatar name={label} size={32} />}
        beside={
          record
            ? status && isShown(record, status) && <Cell field={status} record={record} />
            : !hasFailed && <Bar width={120} height={18} />
        }
        actions={record && <RowHeader schema={schema} record={record} />}
      />
      {!record && !hasFailed && <FactsToCome schema={schema} />}
      {record && <Facts schema={schema} record={record} status={status} />}
      <RelationTabs schema={schema} record={record} hasFailed={hasFailed}>
        {record && <OwnPanels schema={schema} record={record} />}
        {children}
      </RelationTabs>
    </>
  );
}

/** The field that says how a row stands. */
function statusOf({ fields }: ModelSchema): FieldSchema | undefined {
  return fields.find((field) => saysStatus(field) && !field.write_only && field.related === undefined);
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

function isShown(record: ServedRecord, { name }: FieldSchema): boolean {
  return textOf(record[name]) !== '';
}

interface FactsProps {
  readonly schema: ModelSchema;
  readonly record: ServedRecord;
  readonly status: FieldSchema | undefined;
}

/** The fields of the list that may stand under the heading. */
function factFields(schema: ModelSchema, status: FieldSchema | undefined): readonly FieldSchema[] {
  return schema.list_display
    .flatMap((name) => schema.fields.find((field) => field.name === name) ?? [])
    .filter(
      (field) =>
        field !== status &&
        field.name !== schema.pk_field &&
        !kindOf(field).isWide &&
        (kindOf(field).holds === 'text' || kindOf(field).isForeignKey === true),
    );
}

/** The place of the facts, while the row is read: one is usually part of the label. */
function FactsToCome({ schema }: { readonly schema: ModelSchema }) {
  const count = Math.min(factFields(schema, statusOf(schema)).length - 1, mostFacts);
  if (count < 1) return null;
  return (
    <Skeleton sx={{ ...list, height: factHeight, boxSizing: 'content-box' }}>
      {Array.from({ length: count }, (_, index) => (
        <Box key={index} sx={{ width: 92, display: 'grid', gap: '10px', alignContent: 'center' }}>
          <Bar width={56} height={8} />
          <Bar width={92} height={11} />
        </Box>
      ))}
    </Skeleton>
  );
}

function Facts({ schema, record, status }: FactsProps) {
  const label = textOf(record['_label']);
  const isNews = (field: FieldSchema): boolean =>
    isShown(record, field) && !label.includes(textOf(record[`${field.name}_label`] ?? record[field.name]));
  const facts = factFields(schema, status).filter(isNews).slice(0, mostFacts);
  if (facts.length === 0) return null;
  return (
    <Box component="dl" sx={list}>
      {facts.map((field) => (
        <Box key={field.name} sx={{ minWidth: 0, maxWidth: 260 }}>
          <Box component="dt" title={labelOf(field)} sx={factName}>
            {labelOf(field)}
          </Box>
          <Box component="dd" title={longText(record[`${field.name}_label`] ?? record[field.name])} sx={fact}>
            <Cell field={field} record={record} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const factName = { color: 'text.disabled', fontSize: 12, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** A link is seen as one without its color. */
const fact = {
  m: 0,
  fontWeight: 550,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '& a': {
    textDecorationLine: 'underline',
    textDecorationColor: 'currentColor',
    textDecorationThickness: '1px',
    textUnderlineOffset: '3px',
  },
} as const;

const list = { display: 'flex', flexWrap: 'wrap', gap: '8px 28px', m: 0, pb: 2 } as const;
