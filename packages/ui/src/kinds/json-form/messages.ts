/** A message of the service about a value or a part of it. */
export interface PartMessage {
  /** What it says; what is left of it, where the names before it were taken. */
  readonly text: string;
  /** Whether it is about this part itself, and not about one in it. */
  readonly isHere: boolean;
}

/** The messages of a field, which the form keeps as lines. */
export function messagesOf(lines: string | undefined): readonly PartMessage[] {
  return (lines ?? '').split('\n').flatMap((text) => (text === '' ? [] : [{ text, isHere: false }]));
}

/** The messages about a member or an item: the service writes its name before them (`lines.0.sku: …`). */
export function messagesAt(messages: readonly PartMessage[], name: string | number): readonly PartMessage[] {
  return messages.flatMap((message) => {
    const inner = innerMessage(message, String(name));
    return inner ? [inner] : [];
  });
}

/** The messages about no one of these members or items. */
export function messagesBeside(messages: readonly PartMessage[], names: readonly (string | number)[]): readonly PartMessage[] {
  return messages.filter((message) => names.every((name) => innerMessage(message, String(name)) === undefined));
}

/** All of them as a text; undefined where there is none. */
export function messageText(messages: readonly PartMessage[]): string | undefined {
  return messages.length === 0 ? undefined : messages.map(({ text }) => text).join(' ');
}

function innerMessage({ text, isHere }: PartMessage, name: string): PartMessage | undefined {
  if (isHere || !text.startsWith(name)) return undefined;
  const rest = text.slice(name.length);
  if (rest.startsWith('.')) return { text: rest.slice(1), isHere: false };
  // French has a space before the colon.
  const [mark] = /^\s?: /.exec(rest) ?? [];
  return mark === undefined ? undefined : { text: rest.slice(mark.length), isHere: true };
}

/** Whether what a message is about is the same in a changed value. */
export function isStillTrue(message: PartMessage, before: unknown, after: unknown): boolean {
  if (before === after) return true;
  const [old, fresh] = [entriesOf(before), entriesOf(after)];
  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    const inner = innerMessage(message, name);
    if (inner) return isStillTrue(inner, old.get(name), fresh.get(name));
  }
  // About a member that neither has: it is still missing.
  return !message.isHere && /^[^\s:]+\s?: /.test(message.text);
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
