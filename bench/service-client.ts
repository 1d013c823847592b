import { credentials } from './messages.ts';

/** A page as the service sends it. */
export interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly { readonly id: number }[];
}

/** Logs in at the service. */
export async function logIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`The login failed with ${response.status}: ${text}`);
  return (JSON.parse(text) as { access: string }).access;
}

/** The body of an answer. Throws where its status is not 200. */
export async function bodyOf(url: string, token: string | null, init: RequestInit = {}): Promise<string> {
  const headers = { ...headersFor(token), ...(init.body ? { 'content-type': 'application/json' } : {}) };
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

/** The headers of a request: with a Bearer token, or without. */
export function headersFor(token: string | null): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}
