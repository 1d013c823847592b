import type { ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useGetIdentity } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { shortText } from '../../cells/moment-text.ts';
import { textOf } from '../../cells/value-text.ts';
import { capitalized, labelOf } from '../../schema/use-schema.ts';
import { formName } from '../../inputs/form-names.ts';
import { focusPassedOn } from '../../layout/focus.ts';
import { useService } from '../../session/service.ts';
import type { Children } from '../lines/children.ts';
import { fingerprint } from '../../store/fingerprint.ts';
import { type Draft, draftKey } from '../../store/kept-draft.ts';
import { changedValues, enteredInLines, type EnteredLine, inputsOf, isOf } from './draft-store.ts';
import { useDraft } from './use-draft.ts';
import { labelled, listText, t } from '../../texts/text.ts';

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
  const { settings } = useService();
  const { setValue } = useFormContext();
  const key = draftKey([settings.api, person, schema.model, String(record?.id ?? '')]);
  const state = { etag: record?._etag ?? null, lines: useMemo(() => fingerprint(whole['_inlines'] ?? []), [whole]) };
  const { found, entered, answer } = useDraft({
    key,
    state,
    enteredIn: (now) =>
      changedValues(
        schema,
        inlines.map((child) => child.schema),
        { first: whole, now },
      ),
  });
  if (!found) return null;
  const restore = (): void => {
    const newer = entered();
    const older = Object.entries(found.values).filter(([name]) => !Object.hasOwn(newer, name));
    for (const [path, value] of inputsOf(Object.fromEntries(older))) setValue(path, value, { shouldDirty: true });
    answer();
  };
  const isSameRow = isOf(found, state);
  return (
    <Alert
      severity={isSameRow ? 'info' : 'warning'}
      sx={{ mb: 2, maxWidth: 900 }}
      action={
        <>
          {isSameRow && (
            <Button ref={focusPassedOn} size="small" onClick={restore}>
              {t('Restore it')}
            </Button>
          )}
          <Button ref={focusPassedOn} size="small" onClick={answer}>
            {t('Throw it away')}
          </Button>
        </>
      }
    >
      {t('What you entered here (%{time}) was not saved.', { time: shortText(new Date(found.at)) })}{' '}
      {!isSameRow && <Entered schema={schema} inlines={inlines} draft={found} />}
    </Alert>
  );
}

interface EnteredProps extends Pick<DraftOfFormProps, 'schema' | 'inlines'> {
  readonly draft: Draft;
}

/** What was entered, where the row has been changed meanwhile. */
function Entered({ schema, inlines, draft: { values } }: EnteredProps) {
  const fields = schema.fields.filter(({ name }) => Object.hasOwn(values, formName(name)));
  return (
    <>
      {t('The row has been changed since.')}
      <ul>
        {fields.map((field) => (
          <li key={field.name}>{labelled(labelOf(field), textOf(values[formName(field.name)]))}</li>
        ))}
        {inlines.map(({ schema: child, inline }, index) => (
          <EnteredLines key={`${inline.model} ${inline.fk_field}`} schema={child} entered={enteredInLines(values, index)} />
        ))}
      </ul>
    </>
  );
}

interface EnteredLinesProps {
  readonly schema: ModelSchema;
  readonly entered: readonly EnteredLine[];
}

function EnteredLines({ schema, entered }: EnteredLinesProps) {
  const texts = entered.map(({ number, values, isNew }) => {
    if (values === null) return t('Remove %{model} %{number}', { model: schema.verbose_name, number });
    const fields = schema.fields.filter(({ name }) => Object.hasOwn(values, formName(name)));
    const items = fields.map((field) => labelled(labelOf(field), textOf(values[formName(field.name)]) || t('empty')));
    const model = isNew ? t('New %{model}', { model: schema.verbose_name }) : capitalized(schema.verbose_name);
    const line = t('%{model} %{number}', { model, number });
    return items.length === 0 ? line : labelled(line, listText(items, 'comma'));
  });
  return texts.map((text) => <li key={text}>{text}</li>);
}
