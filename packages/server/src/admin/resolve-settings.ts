import type { Brand, UserPayload } from '@grimoire/protocol';
import { givenSecrets } from '../auth/secret.ts';
import type { StaffUser } from '../auth/staff.ts';
import { staffSourceOf } from '../auth/staff-source.ts';
import { StartError } from '../errors/errors.ts';
import { defaultPrefix } from '../model/system-tables.ts';
import { imageHostsOf } from '../http/dashboard/image-hosts.ts';
import { isHelpUrl } from '../http/dashboard/help-url.ts';
import { logoOf } from '../http/dashboard/logo.ts';
import { languageTags } from '../texts/catalogues.ts';
import type { HttpSettings } from '../http/service.ts';
import { logOf } from './log.ts';
import type { AdminSettings, ResolvedSettings } from './settings.ts';

/** The default payload of `GET /auth/me/` (CONTRACT §10). */
export function defaultUserPayload(user: StaffUser): UserPayload {
  const name = `${user.firstName} ${user.lastName}`.trim();
  const id = /^\d{1,15}$/.test(user.id) ? Number(user.id) : user.id;
  return { id, username: user.username, name: name || user.username, is_superuser: user.isSuperuser, groups: user.groups };
}

function timesOf({
  timeZone,
  databaseTimeZone,
  bookkeepingTimes = true,
}: AdminSettings): Pick<ResolvedSettings, 'timeZone' | 'databaseTimeZone' | 'bookkeepingTimes'> {
  return { timeZone, databaseTimeZone, bookkeepingTimes };
}

/** Applies the defaults. */
export function resolveSettings(settings: AdminSettings): ResolvedSettings {
  return {
    pageSize: settings.pageSize ?? Math.min(50, settings.maxPageSize ?? 50),
    maxPageSize: settings.maxPageSize ?? 200,
    readOnly: readOnlyOf(settings.readOnly),
    countBudget: settings.countBudget ?? 200,
    aggregateBudget: settings.aggregateBudget ?? 1000,
    requestTimeout: settings.requestTimeout ?? 15_000,
    brand: brandOf(settings.brand),
    auth: settings.auth ?? 'jwt',
    staffSource: staffSourceOf(settings),
    cookieNames: cookieNamesOf(settings.cookieNames),
    sessionLifetime: settings.sessionLifetime ?? 14 * 24 * 3600,
    trustedOrigins: (settings.trustedOrigins ?? []).map(originText),
    corsOrigins: (settings.corsOrigins ?? []).map(originText),
    allowedHosts: settings.allowedHosts,
    publicUrl: settings.publicUrl,
    endSharedTokens: settings.endSharedTokens ?? false,
    userPayload: settings.userPayload ?? defaultUserPayload,
    appGroups: settings.appGroups ?? [],
    sections: settings.sections ?? [],
    modelOrder: settings.modelOrder ?? [],
    ...languagesOf(settings),
    export: settings.export ?? true,
    secrets: givenSecrets(settings.secret),
    schema: settings.schema,
    tablePrefix: settings.tablePrefix ?? defaultPrefix,
    staffLink: settings.staffLink,
    ...timesOf(settings),
    tokenLifetimes: { access: 15 * 60, refresh: 14 * 24 * 3600, ...given(settings.tokenLifetimes) },
    trustedProxies: settings.trustedProxies ?? [],
    ...hostsOf(settings),
    helpUrl: isHelpUrl(settings.helpUrl) ? settings.helpUrl : undefined,
    whatsNew: settings.whatsNew ?? true,
    logRequests: settings.logRequests ?? false,
    slowStatement: settings.slowStatement ?? 1000,
    log: logOf(settings),
  };
}

/** The hosts of pictures and of links, as browsers write them. */
function hostsOf({ imageHosts, linkHosts }: AdminSettings): Pick<ResolvedSettings, 'imageHosts' | 'linkHosts'> {
  return { imageHosts: imageHostsOf(imageHosts), linkHosts: imageHostsOf(linkHosts) };
}

/** The usual language, and those that are offered, it among them. */
function languagesOf({ language = 'en', languages = languageTags }: AdminSettings): Pick<ResolvedSettings, 'language' | 'languages'> {
  return { language, languages: [...new Set(languages.includes(language) ? languages : [language, ...languages])] };
}

/** The names of the cookies. Throws if one name is that of two. */
function cookieNamesOf(names: AdminSettings['cookieNames']): HttpSettings['cookieNames'] {
  const all = { session: 'sessionid', csrf: 'csrftoken', ...given(names) };
  const twice = Object.values(all).find((name, place, every) => every.indexOf(name) !== place);
  if (twice !== undefined) throw new StartError(`"${twice}" is the name of two cookies. Set settings.cookieNames to names that differ.`);
  return all;
}

function brandOf(brand: AdminSettings['brand']): Brand {
  const { logo: setting, ...texts } = brand ?? {};
  const logo = logoOf(setting);
  return { name: 'Grimoire', accent: '#5b4b8a', ...given(texts), ...(logo ? { logo } : {}) };
}

function readOnlyOf(setting: AdminSettings['readOnly'] = false): () => boolean {
  return typeof setting === 'function' ? setting : () => setting;
}

/** The settings that are not undefined: an environment variable that is not set counts as a setting that is left out. */
function given<T extends object>(settings: T | undefined): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(settings ?? {}).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** An origin in the form that browsers send. */
function originText(origin: string): string {
  const url = new URL(origin);
  return url.origin === 'null' ? origin.replace(/\/$/, '').toLowerCase() : url.origin;
}
