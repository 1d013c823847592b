import { postAction } from '../action-routes/action-route.ts';
import { ChangeLog } from '../changes/change-log.ts';
import { getChange, getChangedRows, getChanges } from '../changes/change-routes.ts';
import { undoPartsKey } from '../undo/state.ts';
import { postUndo } from '../undo/undo-route.ts';
import { getHistory } from '../changes/history-route.ts';
import { changeLogKey } from '../changes/state.ts';
import { Doctor } from '../doctor/doctor.ts';
import { getDoctor } from '../doctor/doctor-route.ts';
import { doctorKey } from '../doctor/state.ts';
import { Home } from '../home/home.ts';
import { getHome, getHomeCard } from '../home/home-route.ts';
import { homeKey } from '../home/state.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { modelEndpoints, serviceEndpoints } from '../http/routes/all.ts';
import { States } from '../http/states.ts';
import { getSearch } from '../search/search-route.ts';
import type { Service } from '../service/service.ts';
import type { ServedMethod } from '../sign-in/method.ts';
import { signInMethods } from '../sign-in/methods.ts';
import { getConfig, getMe, logOut, refresh } from '../sign-in/sign-in-routes.ts';
import { HostCalls } from '../store/host-calls.ts';
import { suggestionsKey } from '../suggest/state.ts';
import { Suggestions } from '../suggest/suggest.ts';
import { postSuggest } from '../suggest/suggest-route.ts';
import { SavedViews } from '../views/saved-views.ts';
import { savedViewsKey } from '../views/state.ts';
import { deleteView, getViews, patchView, postView } from '../views/view-routes.ts';
import { widgetsKey } from '../widgets/state.ts';
import { getWidget, getWidgets } from '../widgets/widget-route.ts';
import { Widgets } from '../widgets/widgets.ts';
import type { AdminOptions } from './admin-options.ts';
import type { Limits } from './compose-service.ts';
import type { Core } from './connect.ts';
import { readOnlyTables } from './read-only-tables.ts';
import { doctorParts } from './doctor-parts.ts';

/**
 * All endpoints, in the order of the OpenAPI document. Of two paths that match a URL equally well, the first counts.
 * @param methods the ways to sign in.
 */
export function endpointsOf(methods: readonly ServedMethod[]): readonly Endpoint[] {
  return [
    getConfig,
    ...methods.flatMap((method) => method.endpoints),
    refresh,
    logOut,
    getMe,
    ...serviceEndpoints,
    getSearch,
    getWidgets,
    getWidget,
    getHome,
    getHomeCard,
    getDoctor,
    getViews,
    postView,
    patchView,
    deleteView,
    postSuggest,
    getChanges,
    getChange,
    getChangedRows,
    postUndo,
    ...modelEndpoints,
    getHistory,
    postAction,
  ];
}

/** Those of a service with all ways to sign in. */
export const endpoints: readonly Endpoint[] = endpointsOf(signInMethods);

/** What features are made with. */
interface FeatureParts {
  readonly core: Core;
  readonly service: Pick<Service, 'store'>;
  readonly limits: Pick<Limits, 'readLimit' | 'suggestLimit'>;
  readonly options: Pick<AdminOptions, 'widgets' | 'home'>;
}

/** What the features of a service keep: each stands here once, and its endpoints above. */
export function statesOf({ core, service: { store }, limits: { readLimit, suggestLimit }, options }: FeatureParts): States {
  const { database, tables, settings, journal } = core;
  const states = new States();
  const parts = { store, database: readOnlyTables(database), log: settings.log };
  const widgets = states.keep(widgetsKey, new Widgets({ ...parts, own: options.widgets ?? {}, calls: new HostCalls(readLimit) }));
  const views = states.keep(
    savedViewsKey,
    new SavedViews({ database, tables, hasGroups: settings.staffSource.hasGroups, limit: readLimit }),
  );
  states.keep(homeKey, new Home(options.home ?? [], { store, widgets, views }));
  // A form asks for suggestions again and again: they leave the user's lists their places.
  states.keep(suggestionsKey, new Suggestions({ ...parts, calls: new HostCalls(suggestLimit) }));
  states.keep(changeLogKey, new ChangeLog({ database, tables, journal, store }));
  states.keep(undoPartsKey, { journal, names: tables, dialect: database.dialect });
  states.keep(doctorKey, new Doctor(doctorParts(core)));
  return states;
}
