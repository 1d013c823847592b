import type { UserPayload } from '@grimoire/protocol';
import { z } from 'zod';
import { callable, count, flag, text } from '../model/build/option-shapes.ts';
import type { StaffLinkSetting } from '../model/staff-link.ts';
import { type DerivedSetting, type Setting, writtenIn } from '../settings/setting.ts';
import { givenSecrets, type Keys } from './secret.ts';
import type { StaffUser } from './staff.ts';
import type { TokenLifetimes } from './tokens.ts';

const days = 24 * 3600;

/** The default payload of `GET /auth/me/` (CONTRACT §10). */
export function defaultUserPayload(user: StaffUser): UserPayload {
  const name = `${user.firstName} ${user.lastName}`.trim();
  const id = /^\d{1,15}$/.test(user.id) ? Number(user.id) : user.id;
  return { id, username: user.username, name: name || user.username, is_superuser: user.isSuperuser, groups: user.groups };
}

/** The settings of how staff sign in. */
export class AuthSettings {
  /** With `session`, every sign-in makes a session; with `jwt`, only a sign-in with `session: true`. `jwt` by default. */
  readonly auth: Setting<'jwt' | 'session', 'jwt'> = { shape: z.enum(['jwt', 'session']), default: 'jwt' };
  /** Seconds that a session lives after its last request: 14 days by default. */
  readonly sessionLifetime: Setting<number, number> = { shape: count, default: 14 * days };
  /** Lifetimes of tokens in seconds: 15 minutes and 14 days by default. */
  readonly tokenLifetimes: DerivedSetting<Partial<TokenLifetimes>, TokenLifetimes> = {
    shape: z.strictObject({ access: count.optional(), refresh: count.optional(), family: count.optional() }),
    derive: (lifetimes) => ({ access: 15 * 60, refresh: 14 * days, ...writtenIn(lifetimes) }),
  };
  /** Whether tokens that two clients refresh in turns are revoked, in addition to the entry in the audit log; false by default. */
  readonly endSharedTokens: Setting<boolean, boolean> = { shape: flag, default: false };
  /** The response of `GET /auth/me/` for a user. */
  readonly userPayload: Setting<(user: StaffUser) => unknown, (user: StaffUser) => unknown> = {
    shape: callable,
    default: defaultUserPayload,
  };
  /**
   * The model of the application's users, such as `{ model: 'app.User' }`: each of the service's own users may then be linked to one of its
   * rows, whose key is `actor.link`.
   */
  readonly staffLink: Setting<StaffLinkSetting> = { shape: z.strictObject({ model: text }), default: undefined };
  /**
   * The secret that signs tokens, positions and ETags, with at least 32 characters. By default `GRIMOIRE_SECRET`, otherwise the one that
   * the migrations made. If there are several, the first signs and each is accepted, which allows to replace a secret
   * (`GRIMOIRE_SECRET_OLD`).
   */
  readonly secret: DerivedSetting<string | readonly string[], Keys | undefined> = {
    shape: z.union([z.string(), z.array(z.string())]),
    derive: givenSecrets,
  };
}
