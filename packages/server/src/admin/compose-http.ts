import { deriveKeys, type Keys } from '../auth/secret.ts';
import { authenticatorsOf } from '../http/authenticators/all.ts';
import { MountWarnings } from '../http/mount-warnings.ts';
import { TrustedProxies } from '../http/security/client-address.ts';
import { Hosts } from '../http/security/hosts.ts';
import { Origins } from '../http/security/origins.ts';
import { SessionCookies } from '../http/security/session-cookies.ts';
import { EndpointRouter } from '../http/router.ts';
import type { HttpService } from '../http/service.ts';
import type { States } from '../http/states.ts';
import { requestLog } from '../monitoring/request-log.ts';
import { requestTracing } from '../monitoring/tracing.ts';
import { Documents } from '../openapi/documents.ts';
import type { RequestObserver } from '../service/served-request.ts';
import type { Service } from '../service/service.ts';
import { widgetsKey } from '../widgets/state.ts';
import { describeService } from './describe.ts';
import { endpointsOf } from './features.ts';
import type { ResolvedSettings } from './settings.ts';

/** How requests reach a service. */
interface Mounted {
  readonly settings: ResolvedSettings;
  readonly secrets: Keys;
  /** Path that it is mounted at, with no slash at its end. */
  readonly basePath: string;
  /** What the features of the service keep. */
  readonly states: States;
  /** Is told of each request, beside the log. */
  readonly observe: RequestObserver;
}

/** The service, as requests reach it. */
export async function composeHttp(service: Service, { settings, secrets, states, basePath, observe }: Mounted): Promise<HttpService> {
  const proxies = new TrustedProxies(settings.trustedProxies);
  const cookies = cookiesOf(settings, secrets, proxies);
  return {
    ...service,
    settings,
    basePath,
    proxies,
    cookies,
    authenticators: authenticatorsOf(settings.staffSource, { ...service, cookies, sessionLifetime: settings.sessionLifetime }),
    router: new EndpointRouter(endpointsOf(settings.methods)),
    states,
    describedWidgets: (policy) => states.of(widgetsKey).visible(policy),
    documents: new Documents(describeService(settings, basePath)),
    mounted: new MountWarnings(settings.log, `the \`baseUrl\` of the API, ${basePath}/`),
    hosts: new Hosts(settings),
    observe: both(requestLog(settings.log, settings), observe),
    traceRequest: await requestTracing(),
  };
}

function cookiesOf(settings: ResolvedSettings, secrets: Keys, proxies: TrustedProxies): SessionCookies {
  return new SessionCookies({
    names: settings.cookieNames,
    lifetime: settings.sessionLifetime,
    keys: { csrf: deriveKeys(secrets, 'csrf'), device: deriveKeys(secrets, 'device') },
    origins: new Origins({ trusted: settings.trustedOrigins, proxies, log: settings.log }),
  });
}

function both(first: RequestObserver | undefined, second: RequestObserver): RequestObserver {
  if (!first) return second;
  return (served) => {
    first(served);
    second(served);
  };
}
