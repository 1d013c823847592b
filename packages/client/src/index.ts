/** A typed fetch client for Grimoire, for browsers and Node. */
export { Client, type ClientOptions, type HomeCardPlace, type LoginOptions, type OpenApiDocument } from './client.ts';
export { ApiError, type Problem, RowTaken, type Settled, settled } from './errors.ts';
export { ExactNumber, exactJson, type JsonFormat } from './exact-json.ts';
export type { AggregateAnswer, AggregateQuery } from './aggregates.ts';
export type { FilterValue, Filters, ListOptions, Ordering, RowFilters } from './filters.ts';
export { type ActionOutcome, type AnyActions, type Download, ModelClient, type Served, type Tagged } from './model-client.ts';
export type { ChangeClient, ChangeFilters, UndoPart } from './change-client.ts';
export type { PreviewClient, PreviewOptions } from './preview-client.ts';
export {
  type ActionInput,
  type ActionTarget,
  type ChangeOfMany,
  type ChangeTarget,
  type Operation,
  ref,
  type WriteOptions,
} from './write-requests.ts';
export type { ExportInput, FieldChange, Updated } from '@grimoire/protocol';
export type { CreateOf, ModelsOf } from './model-types.ts';
export type { CallOptions } from './transport.ts';
export type { ViewClient } from './view-client.ts';
export { memoryTokens, type TokenPair, type Tokens } from './tokens.ts';
