import type { Endpoint } from '../endpoint.ts';
import { getAggregates } from './aggregate-route.ts';
import { postBulk } from './bulk-route.ts';
import { getDocs, getDocsFile } from './docs-route.ts';
import { getPage } from './list-route.ts';
import { getOpenApi } from './openapi-route.ts';
import { getReferences } from './references-route.ts';
import { getRelated, getRow, getSuggestions } from './row-routes.ts';
import { getModelSchema, getModels } from './schema-routes.ts';
import { purgeRow, restoreRow } from './trash-routes.ts';
import { deleteRow, patchRow, postRow } from './write-routes.ts';

/** The endpoints of the service itself, in the order of the OpenAPI document. */
export const serviceEndpoints: readonly Endpoint[] = [getDocs, getDocsFile, getOpenApi, getModels, getModelSchema];

/** Those of models and rows. */
export const modelEndpoints: readonly Endpoint[] = [
  getPage,
  postRow,
  getSuggestions,
  getAggregates,
  postBulk,
  getRow,
  patchRow,
  deleteRow,
  restoreRow,
  purgeRow,
  getRelated,
  getReferences,
];
