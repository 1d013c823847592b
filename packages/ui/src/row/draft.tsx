import type { ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useMemo, useState } from 'react';
import { useEvent, useGetIdentity, useStoreContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { shortText } from '../cells/moment-text.ts';
import { textOf } from '../cells/value-text.ts';
import { labelOf } from '../schema/use-schema.ts';
import { formName } from '../form/form-names.ts';
import { useService } from '../service.ts';
import type { Children } from './children.ts';
import { changedValues, type Draft, draftKey, fingerprint, keepDraft, readDraft } from './draft-store.ts';
import { labelled, t } from '../texts/text.ts';

/** Milliseconds without a change after which the draft is kept. */
const pause = 400;

interface DraftOfFormProps {
  readonly schema: ModelSchema;
  readonly record: ServedRecord | undefined;
  readonly inlines: readonly Children[];
  /** The values that the form has at first. */
  readonly whole: Readonly<Record<string, unknown>>;
}

/**
 * Keeps what is entered and not saved in the browser, for the same person at the same row, for a day; never what is secret. After a crash, it is
 * offered where the row is still the one that the form had read; otherwise it is only shown.
 */
export function DraftOfForm(props: DraftOfFormProps) {
  const { identity } = useGetIdentity();
  // Without knowing who it is, nothing is kept or read.
  return identity ? <KeptDraft key={String(identity.id)} {...props} person={String(identity.id)} /> : null;
}

function KeptDraft({ schema, record, inlines, whole, person }: DraftOfFormProps & { readonly person: string }) {
  const store = useStoreContext();
  const { settings } = useService();
  const { watch, getValues, setValue } = useFormContext();
  const key = draftKey([settings.api, person, schema.model, String(record?.id ?? '')]);
  const lines = useMemo(() => fingerprint(whole['_inlines'] ?? []), [whole]);
  const etag = record?._etag ?? null;
  const [found, setFound] = useState(() => readDraft(store, key));
  const keep = useEvent(() => {
    const lineSchemas = inlines.map((child) => child.schema);
    const values = changedValues(schema, lineSchemas, { first: whole, now: getValues() });
    // The form also reports inputs that appear, and what is found stays until something is entered.
    if (found && Object.keys(values).length === 0) return;
    setFound(null);
    keepDraft(store, key, { at: Date.now(), etag, lines, values });
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const { unsubscribe } = watch(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, pause);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [watch, keep]);
  useEffect(() => {
    const { hash } = window.location;
    // Who leaves the form has saved, or was asked and gave up what they had entered; a page that crashes stays where it is.
    return () => {
      if (window.location.hash !== hash) store.removeItem(key);
    };
  }, [store, key]);
  if (!found) return null;
  const discard = (): void => {
    store.removeItem(key);
    setFound(null);
  };
  const restore = (): void => {
    setFound(null);
    for (const [name, value] of Object.entries(found.values)) setValue(name, value, { shouldDirty: true });
  };
  const isSameRow = found.etag === etag && found.lines === lines;
  return (
    <Alert
      severity={isSameRow ? 'info' : 'warning'}
      sx={{ mb: 2, maxWidth: 900 }}
      action={
        <>
          {isSameRow && (
            <Button size="small" onClick={restore}>
              {t('Restore it')}
            </Button>
          )}
          <Button size="small" onClick={discard}>
            {t('Throw it away')}
          </Button>
        </>
      }
    >
      {t('What you entered here (%{time}) was not saved.', { time: shortText(new Date(found.at)) })}{' '}
      {!isSameRow && <Entered schema={schema} draft={found} />}
    </Alert>
  );
}

/** What was entered, where the row has been changed meanwhile. */
function Entered({ schema, draft: { values } }: { readonly schema: ModelSchema; readonly draft: Draft }) {
  const fields = schema.fields.filter(({ name }) => Object.hasOwn(values, formName(name)));
  return (
    <>
      {t('The row has been changed since.')}
      <ul>
        {fields.map((field) => (
          <li key={field.name}>{labelled(labelOf(field), textOf(values[formName(field.name)]))}</li>
        ))}
      </ul>
    </>
  );
}
