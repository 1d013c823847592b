/** A key of its own for each thing that is to be done once (CONTRACT §7). Pages without https have no `randomUUID`. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keys of a form's attempts to send: what is sent again, because no answer came, has the key that it had. */
export class Attempts {
  #last: { readonly body: string; readonly key: string } | null = null;

  keyOf(body: unknown): string {
    const text = JSON.stringify(body);
    if (this.#last?.body !== text) this.#last = { body: text, key: newKey() };
    return this.#last.key;
  }

  /** What was sent is done; the same may be wanted once more. */
  done(): void {
    this.#last = null;
  }
}
