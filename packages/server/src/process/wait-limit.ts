/** The environment variable that changes the limit. */
export const waitLimitVariable = 'GRIMOIRE_WAIT_LIMIT';

const usual = 5000;

/**
 * Milliseconds that a request waits for what others hold (a lock, a connection, a turn to check a password) before it is answered by a 409 or
 * 503 (CONTRACT §7, §11): 5,000, or as the environment says, for machines on which other programs leave little processor time.
 */
export function waitLimit(): number {
  return wantedWaitLimit() ?? usual;
}

/** The limit that the environment gives; null if it gives none that is a positive integer. Empty counts as not set. */
export function wantedWaitLimit(): number | null {
  const text = process.env[waitLimitVariable] || String(usual);
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
