import { isPrivate } from './network.ts';

/** Number of logins, of at least two accounts, after which one shared address is taken for that of a proxy. */
const enough = 20;

/**
 * Warns once if all logins come from one private address while no proxy is trusted: the address is then that of a proxy, and all clients
 * behind it share its limits.
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
