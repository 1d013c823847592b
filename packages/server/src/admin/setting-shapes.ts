import { z } from 'zod';
import { isHelpUrl } from '../http/dashboard/help-url.ts';
import { isImageHost } from '../http/dashboard/image-hosts.ts';
import { isLogo } from '../http/dashboard/logo.ts';
import { isNetwork } from '../http/security/client-address.ts';
import { isHostName, isPublicUrl } from '../http/security/hosts.ts';
import { callable, count, flag, type Shape, text, texts, timeLimit, zone } from '../model/build/option-shapes.ts';
import { isCookieName } from '../http/security/cookies.ts';
import type { AdminSettings } from './settings.ts';
import { languageTags } from '../texts/catalogues.ts';

const origin = z.custom(
  (value) => typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\/[^/\s@?#]+\/?$/i.test(value) && URL.canParse(value),
  'Expected an origin such as "https://admin.example.com".',
);

const cookie = z.custom(
  (value) => typeof value === 'string' && isCookieName(value),
  'Expected the name of a cookie, such as "admin_session".',
);

const identifier = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,29}$/, 'Expected up to 30 letters, digits and "_", no digit first.');

const proxy = z.custom((value) => typeof value === 'string' && isNetwork(value), {
  error: ({ input }) => `"${String(input)}" is neither an address nor a network such as "10.0.0.0/8".`,
});

const publicUrl = z.custom(
  (value) => typeof value === 'string' && isPublicUrl(value),
  'Expected an origin such as "https://admin.example.com", without a path.',
);

const host = z.custom(
  (value) => typeof value === 'string' && isHostName(value),
  'Expected a host such as "admin.example.com", or ".example.com" for it and all below it, without scheme and port.',
);

const imageHost = z.custom((value) => typeof value === 'string' && isImageHost(value), {
  error: ({ input }) =>
    `${JSON.stringify(input) ?? 'This'} is no host. Expected one such as "images.example.com", without scheme, path and "*".`,
});

const logo = z.custom(
  isLogo,
  'Expected "data:image/svg+xml,…" or another picture of 100,000 characters at most, or a path such as "/static/logo.svg".',
);

const helpUrl = z.custom(isHelpUrl, 'Expected "https://help.example.com/admin", or a path such as "/help/".');

/** A path of the service. */
export const basePath: z.ZodString = z.string().regex(/^[^\s?#:\\]*$/, 'Expected a path such as "/api/", without a host.');

const language = z.enum(languageTags, `Expected one of ${languageTags.join(', ')}.`);

const logger = z.custom(
  (value) => ['warn', 'error'].every((name) => typeof (value as Readonly<Record<string, unknown>> | null)?.[name] === 'function'),
  'Expected a logger of pino.',
);

/** The shape of each setting. */
export const settingsShape: Shape<AdminSettings> = {
  secret: z.union([z.string(), z.array(z.string())]),
  schema: identifier,
  tablePrefix: identifier,
  staffLink: z.strictObject({ model: text }),
  tokenLifetimes: z.strictObject({ access: count.optional(), refresh: count.optional(), family: count.optional() }),
  trustedProxies: z.array(proxy),
  logger,
  logRequests: flag,
  slowStatement: count,
  logValues: flag,
  pageSize: count,
  maxPageSize: count,
  language,
  languages: z.array(language),
  readOnly: z.union([flag, callable]),
  export: flag,
  countBudget: z.int().min(0),
  aggregateBudget: z.int().min(0),
  requestTimeout: timeLimit,
  timeZone: zone,
  databaseTimeZone: zone,
  bookkeepingTimes: flag,
  brand: z.strictObject({
    name: text.optional(),
    accent: text.optional(),
    logo: z.union([logo, z.strictObject({ light: logo, dark: logo })]).optional(),
  }),
  auth: z.enum(['jwt', 'session']),
  authenticate: callable,
  staffDirectory: z.looseObject({ authenticate: callable }),
  cookieNames: z.strictObject({ session: cookie.optional(), csrf: cookie.optional(), device: cookie.optional() }),
  sessionLifetime: count,
  trustedOrigins: z.array(origin),
  corsOrigins: z.array(origin),
  allowedHosts: z.array(host),
  publicUrl,
  imageHosts: z.array(imageHost),
  linkHosts: z.array(imageHost),
  helpUrl,
  whatsNew: flag,
  endSharedTokens: flag,
  userPayload: callable,
  appGroups: z.array(z.strictObject({ name: text, apps: texts })),
  sections: z.array(texts),
  modelOrder: texts,
};
