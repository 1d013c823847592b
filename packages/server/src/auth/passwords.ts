import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** What stands in the place of a hash where a user has no password: no password has it. */
export const unusablePassword = '!';

/** Prefix that Django puts before an argon2 hash; with it, its tables can read ours. */
const djangoPrefix = 'argon2';

/** Runs at most so many jobs at once; the others wait their turn. */
class Gate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free -= 1;
    try {
      return await job();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

const gate = new Gate(availableParallelism());

/** An argon2id hash of a password, as Django's tables keep it. */
export async function hashPassword(password: string): Promise<string> {
  // Argon2id is the library's default algorithm; the costs are OWASP's (19 MiB, two passes).
  const encoded = await gate.run(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }));
  return `${djangoPrefix}${encoded}`;
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one of this hash. Without a hash it does the same work and says no, so that an unknown
 * user takes as long as a wrong password (CONTRACT §10).
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const usable = stored?.startsWith(`${djangoPrefix}$`) ? stored : null;
  const encoded = (usable ?? (await decoy)).slice(djangoPrefix.length);
  const matches = await gate.run(() => verify(encoded, password)).catch(() => false);
  return matches && usable !== null;
}
