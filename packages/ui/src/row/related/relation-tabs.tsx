import type { ServedRecord } from '@grimoire/client/react-admin';
import type { Key, ModelSchema, Reference, RowHistory } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { OwnRowPart, useRowTabs } from '../../own/own-row-parts.tsx';
import { numbers } from '../../texts/count-text.ts';
import { askedAgain } from '../../loading/asked-again.ts';
import { Bar } from '../../loading/bar.tsx';
import { loadedPart } from '../../loading/loaded-part.tsx';
import { capitalized, useModels } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';
import { activityKey } from '../history/activity.tsx';
import { RelatedRows } from './related-rows.tsx';
import { translated, t } from '../../texts/text.ts';

const History = loadedPart(async () => (await import('../history/history.tsx')).History);

/** The tabs that the row will have. */
function TabsToCome() {
  return (
    <Box aria-hidden sx={{ display: 'flex', gap: '20px', alignItems: 'center', px: '10px' }}>
      <Bar width={72} />
      <Bar width={48} />
    </Box>
  );
}

interface RelationTabsProps {
  readonly schema: ModelSchema;
  /** Undefined until it is read. */
  readonly record: ServedRecord | undefined;
  /** Whether the row could not be read. */
  readonly hasFailed: boolean;
  /** The details of the row. They stay mounted, because a form may hold what is not saved. */
  readonly children: ReactNode;
}

/** The details of a row, the rows of other models that point to it, and its history, as tabs. The tab is part of the address. */
export function RelationTabs({ schema, record, hasFailed, children }: RelationTabsProps) {
  const id = record?.id;
  const own = useRowTabs(schema.model);
  const { references, isPending } = useReferences(schema, id);
  const areComing = isPending && !hasFailed;
  const changes = useKnownChanges(schema, id);
  const [parameters, setParameters] = useSearchParams();
  const chosen = parameters.get('tab');
  const shown = references.find((reference) => nameOf(reference) === chosen);
  const isDetails = chosen === null || chosen === details;
  const isHistory = chosen === history && id !== undefined;
  const ownShown = record && own.find((part) => ownNameOf(part) === chosen);
  const choose = (name: string): void =>
    setParameters(
      (before) => {
        if (name === details) before.delete('tab');
        else before.set('tab', name);
        return before;
      },
      { replace: true },
    );
  // The details have the same place in any case: a form that is mounted again has lost what was entered.
  return (
    <>
      <Box sx={line}>
        <Tabs
          value={areComing ? isDetails && details : isHistory ? history : shown ? nameOf(shown) : ownShown ? ownNameOf(ownShown) : details}
          onChange={(_, name: string) => choose(name)}
          variant="scrollable"
          aria-label={t('Parts of the row')}
          sx={{ flex: areComing ? 'none' : 1, minWidth: 0 }}
        >
          <Tab value={details} label={t('Details')} />
          {references.map((reference) => (
            <Tab key={nameOf(reference)} value={nameOf(reference)} label={<Label reference={reference} all={references} />} />
          ))}
          {/* These stand after the others, and would move when they are there. */}
          {!areComing && own.map((part) => <Tab key={ownNameOf(part)} value={ownNameOf(part)} label={translated(part.title)} />)}
          {!areComing && <Tab value={history} label={<Counted name={t('History')} count={changes} />} />}
        </Tabs>
        {areComing && <TabsToCome />}
      </Box>
      <Box sx={shown || ownShown || isHistory ? { display: 'none' } : { display: 'contents' }}>{children}</Box>
      {shown && id !== undefined && <RelatedRows key={nameOf(shown)} reference={shown} id={id} />}
      {ownShown && <OwnRowPart key={ownShown.title} part={ownShown} schema={schema} record={record} />}
      {isHistory && <History schema={schema} id={id} />}
    </>
  );
}

const line = {
  display: 'flex',
  minHeight: 37,
  boxSizing: 'border-box',
  borderBottom: 1,
  borderColor: 'divider',
  mb: 2,
  flex: 'none',
} as const;

const details = 'details';
const history = 'history';

/** Names of references have no colon. */
function ownNameOf({ title }: { readonly title: string }): string {
  return `own:${title}`;
}

function nameOf({ model, field }: Reference): string {
  return `${model}.${field}`;
}

/** The foreign keys that point to the row, without those whose rows its form has. */
function useReferences(
  schema: ModelSchema,
  id: Key | undefined,
): { readonly references: readonly Reference[]; readonly isPending: boolean } {
  const { client } = useService();
  const { data = [], isPending } = useQuery({
    queryKey: [schema.model, 'references', String(id)],
    queryFn: ({ signal }) => client.model(schema.model).references(id ?? '', { signal }),
    enabled: id !== undefined,
    retry: false,
    refetchInterval: askedAgain((counted: readonly Reference[]) => counted.every(({ count }) => count !== null)),
    gcTime: 0,
  });
  const inlines = new Set(schema.inlines.map(({ model, fk_field: field }) => `${model}.${field}`));
  return { references: data.filter((reference) => !inlines.has(nameOf(reference))), isPending };
}

/** The number of entries in the history, once the panel of what happened last has read them: it is not asked for here. */
function useKnownChanges(schema: ModelSchema, id: Key | undefined): string | undefined {
  const { data } = useQuery<RowHistory>({ queryKey: activityKey(schema, id), enabled: false, gcTime: 0 });
  return data && data.count > 0 ? numbers.format(data.count) : undefined;
}

function Label({ reference, all }: { readonly reference: Reference; readonly all: readonly Reference[] }) {
  const { model, field, verbose_name: by, count, capped } = reference;
  const name = capitalized(useModels().find((one) => one.model === model)?.verbose_name_plural ?? model);
  const isAlone = all.every((other) => other.model !== model || other.field === field);
  const shown = count === null ? undefined : capped ? `${numbers.format(count)}+` : numbers.format(count);
  return <Counted name={isAlone ? name : `${name} (${by})`} count={shown} />;
}

function Counted({ name, count }: { readonly name: string; readonly count: string | undefined }) {
  return (
    <Box component="span" sx={{ display: 'flex', gap: '6px', alignItems: 'center' }}>
      {name}
      {count !== undefined && (
        <Box component="span" sx={badge}>
          {count}
        </Box>
      )}
    </Box>
  );
}

const badge = {
  fontSize: 11.5,
  color: 'text.secondary',
  bgcolor: 'action.selected',
  px: '6px',
  borderRadius: 99,
  lineHeight: '18px',
} as const;
