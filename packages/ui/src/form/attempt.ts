import { exactJson } from '@grimoire/client';
/** A new idempotency key (CONTRACT §7). Pages without https have no `randomUUID`. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The idempotency keys of a form: a retry after a missing answer uses the same key. */
export class Attempts {
  #last: { readonly body: string; readonly key: string } | null = null;

  keyOf(body: unknown): string {
    const text = exactJson.stringify(body);
    if (this.#last?.body !== text) this.#last = { body: text, key: newKey() };
    return this.#last.key;
  }

  /** The request is done; the same request may be sent again with a new key. */
  done(): void {
    this.#last = null;
  }
}
