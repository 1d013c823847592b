import { isPrivate } from './network.ts';

/** Logins, of at least two accounts, after which it is clear that all come from one address. */
const enough = 20;

/**
 * Notices, once, that all logins come from one private address while no proxy is trusted: it is that of a proxy, and its
 * limits hold for everybody behind it together.
 */
export class AddressWatch {
  readonly #warn: (message: string) => void;
  readonly #accounts = new Set<string>();
  #address: string | undefined;
  #count = 0;
  #isDone: boolean;

  constructor(hasProxies: boolean, warn: (message: string) => void) {
    this.#isDone = hasProxies;
    this.#warn = warn;
  }

  /** Notes a login. */
  note(username: string, address: string | null): void {
    if (this.#isDone) return;
    this.#address ??= address ?? undefined;
    if (address === null || address !== this.#address || !isPrivate(address)) {
      // Another address has been seen, or a public one.
      this.#isDone = address !== null;
      return;
    }
    this.#count += 1;
    if (this.#accounts.size < 2) this.#accounts.add(username);
    if (this.#count < enough || this.#accounts.size < 2) return;
    this.#isDone = true;
    this.#warn(
      `All logins come from ${address}: is that a proxy? Name it in settings.trustedProxies, or all clients share one limit of failed logins.`,
    );
  }
}
