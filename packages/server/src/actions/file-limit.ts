import { AdminError } from '../errors.ts';

/** Files that one user has made at a time: each holds a connection until its last byte is out. */
const maxFiles = 2;

/** Counts the files that are being made for each user. */
export class FileLimit {
  readonly #files = new Map<string, number>();

  /** Begins a file. Throws a 503 where the user has as many already. @returns what ends it; again is nothing. */
  begin(user: string | null): () => void {
    if (user === null) return () => {};
    const count = this.#files.get(user) ?? 0;
    if (count >= maxFiles) {
      const detail = `You have ${maxFiles} files being made already. Try again when one is done.`;
      throw new AdminError('unavailable', { detail, headers: { 'Retry-After': '30' } });
    }
    this.#files.set(user, count + 1);
    let isRunning = true;
    return () => {
      if (isRunning) this.#end(user);
      isRunning = false;
    };
  }

  #end(user: string): void {
    const left = (this.#files.get(user) ?? 1) - 1;
    if (left > 0) this.#files.set(user, left);
    else this.#files.delete(user);
  }
}
