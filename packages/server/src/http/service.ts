import type { Policy } from '../authorize/policy.ts';
import type { Field } from '../model/field.ts';
import type { EndpointRouter } from './router.ts';
import type { States } from './states.ts';
import type { Documents } from '../openapi/documents.ts';
import type { RequestObserver, TraceRequest } from '../service/served-request.ts';
import type { Service } from '../service/service.ts';
import type { Authenticators } from './authenticators/all.ts';
import type { MountWarnings } from './mount-warnings.ts';
import type { TrustedProxies } from './security/client-address.ts';
import type { BrandSettings } from './dashboard/brand.ts';
import type { Hosts } from './security/hosts.ts';
import type { SessionCookies } from './security/session-cookies.ts';
import type { SecuritySettings } from './security/settings.ts';
import type { Resolved } from '../settings/setting.ts';

/** Settings that only requests depend on, with their defaults. */
export interface HttpSettings extends Resolved<SecuritySettings & BrandSettings> {}

/** The service, as requests reach it. */
export interface HttpService extends Service {
  /** Path that the service is mounted at, with no slash at its end. */
  readonly basePath: string;
  readonly settings: Service['settings'] & HttpSettings;
  readonly documents: Documents;
  /** The endpoints of the service and of its features, by their paths. */
  readonly router: EndpointRouter;
  /** What features keep for their endpoints. */
  readonly states: States;
  /** The widgets that a user may see, with their parameters. */
  readonly describedWidgets: (policy: Policy) => ReadonlyMap<string, readonly Field[]>;
  readonly proxies: TrustedProxies;
  /** Warns of requests outside of the base path. */
  readonly mounted: MountWarnings;
  readonly hosts: Hosts;
  readonly cookies: SessionCookies;
  /** The ways to authenticate. */
  readonly authenticators: Authenticators;
  /** Is called with each request that was served; undefined if requests are neither logged nor counted. */
  readonly observe: RequestObserver | undefined;
  /** Runs requests as spans; undefined if the host has not set up OpenTelemetry. */
  readonly traceRequest: TraceRequest | undefined;
}
