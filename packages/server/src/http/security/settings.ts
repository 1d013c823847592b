import { z } from 'zod';
import { type DerivedSetting, type Setting, writtenIn } from '../../settings/setting.ts';
import { StartError } from '../../errors/errors.ts';
import { isNetwork } from './client-address.ts';
import { type CookieNames, isCookieName } from './cookies.ts';
import { isHostName, isPublicUrl } from './hosts.ts';

const cookie = z.custom(
  (value) => typeof value === 'string' && isCookieName(value),
  'Expected the name of a cookie, such as "admin_session".',
);

const origin = z.custom(
  (value) => typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\/[^/\s@?#]+\/?$/i.test(value) && URL.canParse(value),
  'Expected an origin such as "https://admin.example.com".',
);

const host = z.custom(
  (value) => typeof value === 'string' && isHostName(value),
  'Expected a host such as "admin.example.com", or ".example.com" for it and all below it, without scheme and port.',
);

const publicUrl = z.custom(
  (value) => typeof value === 'string' && isPublicUrl(value),
  'Expected an origin such as "https://admin.example.com", without a path.',
);

const proxy = z.custom((value) => typeof value === 'string' && isNetwork(value), {
  error: ({ input }) => `"${String(input)}" is neither an address nor a network such as "10.0.0.0/8".`,
});

/** The settings of who may send requests, and of what their cookies are called. */
export class SecuritySettings {
  /** The names of the cookies: `sessionid`, `csrftoken` and `grimoire_device` by default. */
  readonly cookieNames: DerivedSetting<Partial<CookieNames>, CookieNames> = {
    shape: z.strictObject({ session: cookie.optional(), csrf: cookie.optional(), device: cookie.optional() }),
    derive: cookieNamesOf,
    inPage: ({ csrf }) => ({ csrfCookie: csrf }),
  };
  /** Other origins whose pages may write with a session's cookie; none by default. */
  readonly trustedOrigins: Setting<readonly string[], readonly string[]> = { shape: z.array(origin), default: [], correct: originTexts };
  /** Other origins whose pages may send requests with tokens; none by default. */
  readonly corsOrigins: Setting<readonly string[], readonly string[]> = { shape: z.array(origin), default: [], correct: originTexts };
  /**
   * Hosts that requests may name: `admin.example.com`, or `.example.com` for that domain and all its subdomains; without ports. For
   * another host, the response is a 400 `bad_host`. By default, every host is allowed.
   */
  readonly allowedHosts: Setting<readonly string[]> = { shape: z.array(host), default: undefined };
  /** Origin under which clients know the service, such as `https://admin.example.com`; by default that of each request. */
  readonly publicUrl: Setting<string> = { shape: publicUrl, default: undefined };
  /** Proxies whose forwarded headers are trusted: addresses, or networks such as `10.0.0.0/8`; none by default. */
  readonly trustedProxies: Setting<readonly string[], readonly string[]> = { shape: z.array(proxy), default: [] };
}

/** The names of the cookies. Throws if one name is that of two. */
function cookieNamesOf(names: Partial<CookieNames> | undefined): CookieNames {
  const all = { session: 'sessionid', csrf: 'csrftoken', ...writtenIn(names) };
  const twice = Object.values(all).find((name, place, every) => every.indexOf(name) !== place);
  if (twice !== undefined) throw new StartError(`"${twice}" is the name of two cookies. Set settings.cookieNames to names that differ.`);
  return all;
}

/** Origins in the form that browsers send. */
function originTexts(origins: readonly string[]): readonly string[] {
  return origins.map((text) => {
    const url = new URL(text);
    return url.origin === 'null' ? text.replace(/\/$/, '').toLowerCase() : url.origin;
  });
}
