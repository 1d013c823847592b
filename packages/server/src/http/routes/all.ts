import type { Endpoint } from '../endpoint.ts';
import { postAction } from './action-route.ts';
import { changePassword, getConfig, logIn, logOut, getMe, refresh } from './auth-routes.ts';
import { getAggregates } from './aggregate-route.ts';
import { postSuggest } from './suggest-route.ts';
import { postBulk } from './bulk-route.ts';
import { getDocs, getDocsFile } from './docs-route.ts';
import { getDoctor } from './doctor-route.ts';
import { getHome, getHomeCard } from './home-route.ts';
import { getHistory } from './history-route.ts';
import { getPage } from './list-route.ts';
import { getOpenApi } from './openapi-route.ts';
import { getReferences } from './references-route.ts';
import { getRelated, getRow, getSuggestions } from './row-routes.ts';
import { getSearch } from './search-route.ts';
import { getModelSchema, getModels } from './schema-routes.ts';
import { purgeRow, restoreRow } from './trash-routes.ts';
import { deleteView, getViews, patchView, postView } from './view-routes.ts';
import { getWidget, getWidgets } from './widget-route.ts';
import { deleteRow, patchRow, postRow } from './write-routes.ts';

/** All endpoints of the service, in the order of the OpenAPI document. Of two paths that match a URL equally well, the first counts. */
export const endpoints: readonly Endpoint[] = [
  getConfig,
  logIn,
  refresh,
  logOut,
  changePassword,
  getMe,
  getDocs,
  getDocsFile,
  getOpenApi,
  getModels,
  getModelSchema,
  getWidgets,
  getWidget,
  getHome,
  getHomeCard,
  getDoctor,
  getSearch,
  getViews,
  postView,
  patchView,
  deleteView,
  getPage,
  postRow,
  getSuggestions,
  getAggregates,
  postSuggest,
  postBulk,
  getRow,
  patchRow,
  deleteRow,
  restoreRow,
  purgeRow,
  getRelated,
  getReferences,
  getHistory,
  postAction,
];
