import { isSame } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useEvent } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useService } from '../session/service.ts';
import { formName, fromForm } from '../inputs/form-names.ts';

/**
 * Asks the service for values of other fields when a field that suggests some has a new value, and fills them in. What the person has entered
 * stays. A form goes on without suggestions if there are none to be had.
 * @param place what stands before the names of the fields in the form: the path of a line, with a dot.
 */
export function useSuggestedValues(schema: ModelSchema, place = ''): void {
  const { client } = useService();
  const { watch, getValues, setValue } = useFormContext();
  const entered = useRef(new Set<string>());
  const running = useRef<AbortController | null>(null);
  const names = useRef(new Map<string, string>());
  useEffect(() => {
    names.current = new Map(schema.fields.map(({ name }) => [`${place}${formName(name)}`, name]));
  }, [schema, place]);
  const valuesNow = (): Readonly<Record<string, unknown>> => {
    const all = fromForm((place === '' ? getValues() : getValues(place.slice(0, -1))) as Readonly<Record<string, unknown>>);
    const sent = schema.fields.filter(({ editable, write_only: isSecret }) => editable && isSecret !== true);
    return Object.fromEntries(sent.flatMap(({ name }) => (all[name] === undefined ? [] : [[name, all[name]]])));
  };
  const fill = (values: ReadonlyMap<string, unknown>): void => {
    // The form shows them at once, so that in an input that has the keyboard the whole value can be selected: what is typed next replaces it.
    flushSync(() => {
      for (const [input, value] of values) setValue(input, value, { shouldDirty: true });
    });
    const { activeElement: input } = document;
    const isText = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement;
    if (isText && values.has(input.name)) input.select();
  };
  const ask = useEvent(async (field: string) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const values = valuesNow();
    const suggested = await client
      .model(schema.model)
      .suggest(field, values, { signal })
      .catch(() => ({}));
    // The person may have gone on.
    if (signal.aborted || !isSame(valuesNow()[field], values[field])) return;
    const now = valuesNow();
    const isFilled = ([name, value]: [string, unknown]): boolean =>
      name !== field && !entered.current.has(name) && !isSame(value, now[name]);
    fill(
      new Map(
        Object.entries(suggested)
          .filter(isFilled)
          .map(([name, value]) => [`${place}${formName(name)}`, value]),
      ),
    );
  });
  const hasAny = schema.fields.some(({ suggests }) => suggests === true);
  useEffect(() => {
    if (!hasAny) return undefined;
    const suggesting = new Set(schema.fields.filter(({ suggests }) => suggests === true).map(({ name }) => name));
    const { unsubscribe } = watch((_values, { name: input, type: cause }) => {
      const name = input === undefined ? undefined : names.current.get(input);
      if (name === undefined) return;
      if (cause === 'change') entered.current.add(name);
      if (suggesting.has(name)) void ask(name);
    });
    return () => {
      unsubscribe();
      running.current?.abort();
    };
  }, [hasAny, schema, watch, ask]);
}
