import { useEffect, useRef, useState } from 'react';
import { useEvent, useStoreContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { type Draft, keepDraft, readDraft, type RowState } from '../../store/kept-draft.ts';
import { isOf } from './draft-store.ts';

/** Milliseconds without a change after which the draft is kept. */
const pause = 400;

type Values = Readonly<Record<string, unknown>>;

interface Parts {
  readonly key: string;
  /** The row as the form has read it. */
  readonly state: RowState;
  /** What of the form's values was entered. */
  readonly enteredIn: (now: Values) => Values;
}

interface DraftInForm {
  /** The draft that was there before this form, until the user has answered what is to become of it. */
  readonly found: Draft | null;
  readonly entered: () => Values;
  /** The user has answered: from now on only what this form has is kept. */
  readonly answer: () => void;
}

/**
 * Keeps what is entered into the form. What was found stays until the user has answered, whatever else they do, and so does what another tab keeps
 * of the same row while nothing is entered here.
 */
export function useDraft({ key, state, enteredIn }: Parts): DraftInForm {
  const store = useStoreContext();
  const { watch, getValues } = useFormContext();
  const [found, setFound] = useState(() => readDraft(store, key));
  const hasKept = useRef(false);
  const entered = useEvent(() => enteredIn(getValues()));
  const keepWith = (older: Draft | null): void => {
    const values = entered();
    const isEmpty = Object.keys(values).length === 0;
    hasKept.current = true;
    if (older && isEmpty) return keepDraft(store, key, older);
    keepDraft(store, key, { at: Date.now(), ...state, values: { ...(older && isOf(older, state) ? older.values : {}), ...values } });
  };
  // The form also reports inputs that appear.
  const keep = useEvent(() => {
    if (hasKept.current || Object.keys(entered()).length > 0) keepWith(found);
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
  const leave = useEvent(() => {
    // The sign-out has removed what the browser had kept: nothing is put back.
    if (!hasKept.current || readDraft(store, key) === null) return;
    if (found) keepDraft(store, key, found);
    else store.removeItem(key);
  });
  useEffect(() => {
    const { hash } = window.location;
    // Who leaves the form has saved, or was asked and gave up what they had entered; a page that crashes stays where it is.
    return () => {
      if (window.location.hash !== hash) leave();
    };
  }, [leave]);
  const answer = (): void => {
    setFound(null);
    keepWith(null);
  };
  return { found, entered, answer };
}
