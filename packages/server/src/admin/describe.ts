import { Policy } from '../authorize/policy.ts';
import type { Core } from './connect.ts';
import { StartError } from '../errors/errors.ts';
import { endpointsOf } from './features.ts';
import { readOnlyTables } from './read-only-tables.ts';
import { systemActor } from '../model/actor.ts';
import type { JsonSchema } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';
import { openApiText, type ServiceDescription } from '../openapi/document.ts';
import { defaultUserPayload } from '../auth/settings.ts';
import type { ResolvedSettings } from './settings.ts';
import { Store } from '../store/store.ts';
import { HostCalls } from '../store/host-calls.ts';
import { UserLimit } from '../store/shares/user-limit.ts';
import type { Widget } from '../widgets/widget.ts';
import { Widgets } from '../widgets/widgets.ts';

/** What is described of an admin. */
export interface Described {
  /** Path that it is mounted at, with no slash at its end. */
  readonly basePath: string;
  readonly widgets: Readonly<Record<string, Widget>>;
  /** The keys of the models; all without any. */
  readonly models: readonly string[] | undefined;
}

/** The OpenAPI document (CONTRACT §14) for a superuser. Throws a `StartError` for a key that no model has. */
export async function describeAdmin({ settings, registry, database }: Core, described: Described): Promise<JsonSchema> {
  const policy = new Policy(systemActor, registry);
  const limit = new UserLimit(1, 'unavailable');
  const widgets = new Widgets({
    own: described.widgets,
    store: new Store(database, limit),
    database: readOnlyTables(database),
    calls: new HostCalls(limit),
    log: settings.log,
  });
  const service = describeService(settings, described.basePath);
  const parts = { service, policy, models: modelsNamed(registry, described.models), widgets: widgets.visible(policy) };
  return JSON.parse(await openApiText(parts)) as JsonSchema;
}

/** What the OpenAPI document says about a service, apart from its models. */
export function describeService(settings: ResolvedSettings, basePath: string): ServiceDescription {
  return {
    title: settings.brand.name,
    basePath,
    endpoints: endpointsOf(settings.methods).filter((endpoint) => endpoint.isServed?.(settings) ?? true),
    sessionCookie: settings.cookieNames.session,
    pageSizes: settings,
    hasOwnPayload: settings.userPayload !== defaultUserPayload,
  };
}

/** The models of these keys; all without any. Throws a `StartError` for a key that no model has. */
function modelsNamed(registry: Registry, keys: readonly string[] | undefined): readonly Model[] {
  if (!keys) return registry.models;
  return keys.map((key) => {
    const model = registry.find(key);
    if (!model) throw new StartError(`There is no model "${key}".`);
    return model;
  });
}
