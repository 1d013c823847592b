/** A pair of tokens, as the service gives it (CONTRACT §10). */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** Where a client keeps its tokens: in memory, or where a page finds them again. */
export interface Tokens {
  get(): TokenPair | null;
  set(pair: TokenPair | null): void;
}

/** Tokens that are gone with the page or process. */
export function memoryTokens(): Tokens {
  let kept: TokenPair | null = null;
  return {
    get: () => kept,
    set: (pair) => {
      kept = pair;
    },
  };
}
