import { useSyncExternalStore } from 'react';
import { useGetIdentity } from 'react-admin';
import { fingerprint } from '../store/fingerprint.ts';
import { useService } from '../session/service.ts';
import { isObject } from '../store/use-stored.ts';

/** What a person has seen of the help. */
export interface Seen {
  /** Whether they took the tour, or want none. */
  readonly tour?: boolean;
  /** The version of the package whose changes they know. */
  readonly version?: string;
}

/** Where the browser keeps it. The store of the dashboard is emptied when a person signs out, and this is to last. */
const storageKey = 'grimoire.seen';

/** The event by which the parts of a page hear of a change. */
const changed = 'grimoire:seen';

/** What a kept text says of a person; another version, or anybody at the browser, may have written it. */
export function seenBy(person: string, text: string | null): Seen {
  const entry = entriesOf(text)[person];
  if (!isObject(entry)) return {};
  const { tour, version } = entry;
  return { ...(tour === true ? { tour } : {}), ...(typeof version === 'string' ? { version } : {}) };
}

/** The text to keep once a person has seen more. */
export function withSeen(person: string, text: string | null, more: Seen): string {
  return JSON.stringify({ ...entriesOf(text), [person]: { ...seenBy(person, text), ...more } });
}

function entriesOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** What the current person has seen in this browser; null until it is known who they are. */
export function useSeen(): [seen: Seen | null, see: (more: Seen) => void] {
  const { settings } = useService();
  const { identity } = useGetIdentity();
  const text = useSyncExternalStore(subscribe, read);
  // The key of a person is nobody's business once they have signed out.
  const person = identity ? fingerprint([settings.api, String(identity.id)]) : null;
  const see = (more: Seen): void => {
    if (person === null) return;
    write(withSeen(person, read(), more));
    window.dispatchEvent(new Event(changed));
  };
  return [person === null ? null : seenBy(person, text), see];
}

function subscribe(onChange: () => void): () => void {
  const events = [changed, 'storage'] as const;
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function write(text: string): void {
  try {
    localStorage.setItem(storageKey, text);
  } catch {
    // The browser allows no storage, or it is full: it is offered again.
  }
}
