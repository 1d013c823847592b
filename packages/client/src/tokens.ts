/** A pair of tokens of the service (CONTRACT §10). */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** The place where a client keeps its tokens: in memory, or in a storage of the page. */
export interface Tokens {
  get(): TokenPair | null;
  set(pair: TokenPair | null): void;
}

/** Tokens in memory, which end with the page or process. */
export function memoryTokens(): Tokens {
  let current: TokenPair | null = null;
  return {
    get: () => current,
    set: (pair) => {
      current = pair;
    },
  };
}
