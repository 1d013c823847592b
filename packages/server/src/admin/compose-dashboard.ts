import { Dashboard, type DashboardOptions } from '../http/dashboard/dashboard.ts';
import { TrustedProxies } from '../http/security/client-address.ts';
import type { ResolvedSettings } from './settings.ts';

/** The dashboard of an API that is mounted at a path. */
export function composeDashboard(settings: ResolvedSettings, { api, ...options }: DashboardOptions & { readonly api: string }): Dashboard {
  const { brand, cookieNames, maxPageSize, requestTimeout, staffSource, log, trustedProxies, imageHosts, linkHosts, helpUrl, whatsNew } =
    settings;
  const page = {
    api,
    csrfCookie: cookieNames.csrf,
    maxPageSize,
    requestTimeout,
    brand,
    hasHostSessions: staffSource.host !== undefined,
    hasSignIn: staffSource.hasSignIns,
    imageHosts,
    linkHosts,
    languages: [settings.language, ...settings.languages.filter((tag) => tag !== settings.language)],
    helpUrl: helpUrl ?? null,
    whatsNew,
  };
  return new Dashboard(options, {
    settings: page,
    isReadOnly: settings.readOnly,
    log,
    proxies: () => new TrustedProxies(trustedProxies),
  });
}
