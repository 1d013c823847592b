import type { AdminSettings } from 'grimoire';
import { passwordMark } from '../../packages/server/src/auth/passwords/password-credential.ts';
import { randomId, signInId } from '../../packages/server/src/auth/sign-ins.ts';
import { Tokens } from '../../packages/server/src/auth/tokens.ts';
import type { TestDatabase } from './databases.ts';

/** Settings that change which tokens there are, who is a user, or what signs tokens. */
const settingsOfTokens = ['auth', 'authenticate', 'endSharedTokens', 'secret', 'staffDirectory', 'tokenLifetimes'] as const;

/** Seconds that a token of a test is valid. */
const lifetime = 3600;

/** Whether a service with these settings takes the tokens that `signIn` makes. */
export function hasUsualTokens(settings: AdminSettings = {}): boolean {
  return process.env['GRIMOIRE_SECRET'] === undefined && settingsOfTokens.every((name) => !(name in settings));
}

/**
 * Signs a user in as the service does, without its requests, which would take a fifth of the time of a short test. What a sign-in does is the
 * subject of `conformance/sign-in.test.ts` and others.
 * @param user their key and the hash of their password.
 * @returns an access token.
 */
export async function signIn(database: TestDatabase, user: { readonly id: number; readonly password: string }): Promise<string> {
  const [row] = await database.query("SELECT value FROM grimoire_secret WHERE name = 'signing'");
  const tokens = new Tokens([String(row?.['value'])], { access: lifetime, refresh: lifetime });
  const secret = randomId();
  const issuedAt = Math.floor(Date.now() / 1000);
  const seen = JSON.stringify({ agent: [], ipv4: [], ipv6: [], returns: [] });
  await database.query(
    `INSERT INTO grimoire_sign_in (id, kind, user_id, created_at, expires_at, ends_at, seen, password_mark, generation, generation_at)
     VALUES (?, 'token', ?, ?, ?, ?, ?, ?, 0, ?)`,
    [signInId(secret), user.id, issuedAt, issuedAt + lifetime, issuedAt + lifetime, seen, passwordMark(user.password), issuedAt],
  );
  return (await tokens.issue({ userId: String(user.id), secret }, { number: 0, issuedAt })).access;
}
