import { keyOfSegment } from '@grimoire/protocol';
import { homeQueryOf } from '../home/home-query.ts';
import { prefetchList } from '../list/page/prefetch.ts';
import { loadRowPages } from './row-pages.ts';
import { home } from '../frame/pages.ts';
import { schemaQueryOf } from '../session/schema-query.ts';
import type { Service } from '../session/service.ts';
import { dashboardStore } from '../store/tab-store.ts';

/** Begins to load the code of the page at an address, where it is not loaded with every page. */
export function loadAhead(hash: string): void {
  if (isHome(hash)) home.Page.load();
  else if (/^#\/[^/?]+\//.test(hash)) loadRowPages();
}

/**
 * Begins to read what the page at an address, such as `#/sales.Order`, needs, while the first page is being made: the schema of the model and the rows
 * of its list or the row, or which cards the home page has. The parts of the page would ask for them one after the other, each when it appears.
 */
export async function readAhead(service: Service, hash: string): Promise<void> {
  const permissions = await service.authProvider.getPermissions?.({});
  // No user is signed in.
  if (!permissions) return;
  if (isHome(hash)) return service.queryClient.prefetchQuery(homeQueryOf(service.client));
  const [, name = '', behind = ''] = /^#\/([^/?]+)(.*)$/.exec(hash) ?? [];
  const model = decodeURIComponent(name);
  if (permissions.get(model)?.view !== true) return;
  const [, row] = /^\/([^/?]+)(?:\/show)?(?:\?|$)/.exec(behind) ?? [];
  if (row !== undefined && row !== 'create') service.rowAhead.read(model, keyOfSegment(keyOfSegment(row)));
  const isUsualList = behind === '' && service.extensionState.extension.lists?.[model] === undefined;
  await (isUsualList
    ? prefetchList(service, dashboardStore(), model)
    : service.queryClient.prefetchQuery(schemaQueryOf(service.client, model)));
}

function isHome(hash: string): boolean {
  return /^(?:#\/?)?$/.test(hash);
}
