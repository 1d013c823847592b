import type { ModelSchema } from '@grimoire/protocol';
import { type ClipboardEvent, useEffect, useState } from 'react';
import { useEvent, useNotify } from 'react-admin';
import { fitting, pastedColumn } from '../../inputs/pasted-values.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { useService } from '../../session/service.ts';
import type { Filters } from './conditions.ts';
import type { Filterable } from './filterable.ts';
import { fieldOfPaste, pastedFields } from './look-up.ts';
import { someText, tooManyText } from './value-list.tsx';
import { t } from '../../texts/text.ts';

interface Receiver {
  readonly schema: ModelSchema;
  /** Undefined until they are known: what is pasted waits for them. */
  readonly filterables: readonly Filterable[] | undefined;
  /** Receives the filter by the field that has the values. */
  readonly onFilter: (filters: Filters) => void;
  /** Receives what is to be searched for as it is. */
  readonly onSearch: (words: string) => void;
}

interface Paste {
  /** The number of values that are being looked up; zero for none. */
  readonly count: number;
  readonly onPaste: (event: ClipboardEvent) => void;
}

/** The most words that a service searches for, and their most characters. */
const searched = { words: 10, characters: 200 };

/** Makes a filter of a column that is pasted into a search: by the field of which rows have most of the values. */
export function usePaste({ schema, filterables, onFilter, onSearch }: Receiver): Paste {
  const { client } = useService();
  const notify = useNotify();
  const [pasted, setPasted] = useState<readonly string[] | null>(null);
  const find = useEvent(async (values: readonly string[]): Promise<void> => {
    const fields = pastedFields(schema, filterables ?? [], values);
    const words = values.join(' ');
    const best = await fieldOfPaste(client, schema, fields);
    // Nothing has these values: a few words may stand anywhere in the rows.
    const mayBeWords = words.split(/\s+/).length <= searched.words && words.length <= searched.characters;
    const { filterable, leftOut = [], ...read } = best ?? (mayBeWords ? undefined : fields[0]) ?? {};
    if (!filterable || !('values' in read)) return onSearch(words);
    if (leftOut.length > 0) notify(t('Left out: %{values}', { values: someText(leftOut) }), { type: 'warning' });
    return onFilter({ [`${filterable.path}__in`]: read.values });
  });
  const areKnown = filterables !== undefined;
  useEffect(() => {
    if (!pasted || !areKnown) return;
    void find(pasted)
      .catch((error: unknown) => notify(messageOf(error), { type: 'error' }))
      .finally(() => setPasted(null));
  }, [pasted, areKnown, find, notify]);
  const onPaste = (event: ClipboardEvent): void => {
    const values = pastedColumn(event.clipboardData.getData('text/plain'));
    if (!values || (filterables && pastedFields(schema, filterables, values).length === 0)) return;
    event.preventDefault();
    if (fitting(values) < values.length) return notify(tooManyText(values), { type: 'warning' });
    setPasted(values);
  };
  return { count: pasted?.length ?? 0, onPaste };
}
