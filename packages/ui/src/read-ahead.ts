import { Home, homeQueryOf } from './home/loaded-home.ts';
import { prefetchList } from './list/prefetch.ts';
import { schemaQueryOf } from './schema/schema-query.ts';
import type { Service } from './service.ts';
import { dashboardStore } from './store/tab-store.ts';

/**
 * Begins to read what the page at an address, such as `#/sales.Order`, needs, while the first page is being made: the schema of the model and the rows
 * of its list, or the cards of the home page. Its parts would ask for them one after the other, each when it appears.
 */
export async function readAhead(service: Service, hash: string): Promise<void> {
  const isHome = /^(?:#\/?)?$/.test(hash);
  if (isHome) Home.load();
  const permissions = await service.authProvider.getPermissions?.({});
  // Who is not signed in has rights on nothing.
  if (!permissions?.size) return;
  if (isHome) return service.queryClient.prefetchQuery(homeQueryOf(service.client));
  const [, name = '', behind] = /^#\/([^/?]+)(.*)$/.exec(hash) ?? [];
  const model = decodeURIComponent(name);
  if (permissions.get(model)?.view !== true) return;
  const isUsualList = behind === '' && service.extensionState.extension.lists?.[model] === undefined;
  await (isUsualList
    ? prefetchList(service, dashboardStore(), model)
    : service.queryClient.prefetchQuery(schemaQueryOf(service.client, model)));
}
