import { waysOf } from '../auth/sign-in-method.ts';
import { Dashboard, type DashboardOptions } from '../http/dashboard/dashboard.ts';
import { TrustedProxies } from '../http/security/client-address.ts';
import { pageSettings } from '../settings/setting.ts';
import { declaredSettings, type ResolvedSettings } from './settings.ts';

/** The dashboard of an API that is mounted at a path. */
export function composeDashboard(settings: ResolvedSettings, { api, ...options }: DashboardOptions & { readonly api: string }): Dashboard {
  const { brand, imageHosts, log, readOnly, staffSource, trustedProxies } = settings;
  const { methods } = staffSource;
  return new Dashboard(options, {
    api,
    brand,
    imageHosts,
    page: { ...pageSettings(declaredSettings, settings), hasSignIn: methods.length > 0, signIn: waysOf(methods) },
    isReadOnly: readOnly,
    log,
    proxies: () => new TrustedProxies(trustedProxies),
  });
}
