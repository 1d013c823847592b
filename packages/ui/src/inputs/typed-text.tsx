import Box from '@mui/material/Box';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useChoicesContext, useEvent } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { textOf } from '../cells/value-text.ts';
import { optionsOf, type PickerText } from './picker-text.ts';
import { aroundPicker, unfinishedIn } from './entered.ts';

interface TypedTextProps {
  readonly source: string;
  /** What may be picked; by default the choices of the surrounding reference. */
  readonly options?: readonly PickerText[];
  /** Whether several are picked. */
  readonly areSeveral?: boolean;
  /** A picker that keeps its text when it is left. */
  readonly children: ReactNode;
}

/** Around a picker: a save picks what is typed where that is the text of one option alone, and Escape gives up what is typed. */
export function TypedText({ source, options: given, areSeveral = false, children }: TypedTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const { getValues, setValue, trigger } = useFormContext();
  const { allChoices } = useChoicesContext();
  const options = given ?? optionsOf(allChoices);
  const [version, setVersion] = useState(0);
  const value: unknown = useWatch({ name: source });
  const pick = (key: unknown): void => {
    const before: unknown = getValues(source);
    const keys = areSeveral ? [...new Set([...(Array.isArray(before) ? (before as unknown[]) : []), key])] : key;
    setValue(source, keys, { shouldDirty: true, shouldTouch: true });
    // The input of several rows would keep the text.
    if (areSeveral) setVersion(version + 1);
  };
  const take = useEvent(() => {
    const input = box.current?.querySelector('input');
    if (!input || unfinishedIn(box.current) === undefined) return;
    const hasFocus = document.activeElement === input;
    const [only, ...others] = options.filter(({ text }) => text === input.value.trim());
    if (only && others.length === 0) flushSync(() => pick(only.key));
    if (!hasFocus) return;
    // That closes its list, which would cover what is said of it.
    const shown = box.current?.querySelector('input');
    shown?.blur();
    shown?.focus();
  });
  // Its list is closed: it takes the first Escape.
  const giveUp = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || unfinishedIn(box.current) === undefined) return;
    event.stopPropagation();
    flushSync(() => setVersion(version + 1));
    box.current?.querySelector('input')?.focus();
    void trigger(source);
  };
  useEffect(() => {
    const form = box.current?.closest('form');
    // Before the form reads its values.
    form?.addEventListener('submit', take, true);
    return () => form?.removeEventListener('submit', take, true);
  }, [take]);
  const text = areSeveral ? undefined : options.find(({ key }) => textOf(key) === textOf(value))?.text;
  return (
    <Box ref={box} onKeyDown={giveUp} {...aroundPicker(text ?? '')}>
      <Fragment key={version}>{children}</Fragment>
    </Box>
  );
}
