import type { OpenApiParameter, Reference } from '../openapi/operations.ts';
import { parameter } from '../openapi/operations.ts';
import { type AggregateRequest, parseAggregateRequest } from '../request/aggregate-parameters.ts';
import {
  type HistoryRequest,
  type ListRequest,
  parseListRequest,
  parseHistoryRequest,
  parseRowRequest,
  parseSuggestionsRequest,
  parseViewsRequest,
  refuseParameters,
} from '../request/parameters.ts';
import { writeOptionNames } from '../request/write-options.ts';
import type { Exchange } from './exchange.ts';

/** Reads the query parameters of a request. */
export interface ParameterReader<Q, E = Exchange> {
  /** Throws a 400 that names every parameter that is malformed or unknown. */
  read(parameters: URLSearchParams, exchange: E): Q;
  /** The parameters in a few words, for the reference of endpoints; empty if there are none. */
  readonly label: string;
  /** The parameters in the OpenAPI document, without those that depend on the model. */
  readonly documented: readonly (OpenApiParameter | Reference)[];
}

/** For endpoints that take no parameters. */
export const noParameters: ParameterReader<undefined> = {
  read(parameters) {
    refuseParameters(parameters);
    return undefined;
  },
  label: '',
  documented: [],
};

/** For endpoints that write a row: how they write it, which the pipeline reads. */
export const writeParameters: ParameterReader<undefined> = {
  read(parameters) {
    refuseParameters(parameters, writeOptionNames);
    return undefined;
  },
  label: '`dry_run`, `if_preview`, `reason`',
  documented: [parameter('DryRun'), parameter('IfPreview'), parameter('Reason')],
};

/** For endpoints that are called by more than API clients: parameters are ignored. */
export const anyParameters: ParameterReader<undefined> = { read: () => undefined, label: 'ignored', documented: [] };

/** For endpoints whose parameters the handler reads, because only the handler knows them. */
export const ownParameters: ParameterReader<URLSearchParams> = {
  read: (parameters) => parameters,
  label: 'those of the widget',
  documented: [],
};

/** Number and size of a page of a history, and whether the row is in the trash. */
export const historyParameters: ParameterReader<HistoryRequest> = {
  read: (parameters, { service }) => parseHistoryRequest(parameters, service.settings),
  label: '`page`, `page_size`, `_trash`',
  documented: [parameter('Page'), parameter('PageSize')],
};

/** Whether the row is in the trash. */
export const rowParameters: ParameterReader<ReturnType<typeof parseRowRequest>> = {
  read: (parameters) => parseRowRequest(parameters),
  label: '`_trash`',
  documented: [],
};

/** Words and page of an autocomplete. */
export const suggestionParameters: ParameterReader<ReturnType<typeof parseSuggestionsRequest>> = {
  read: (parameters) => parseSuggestionsRequest(parameters),
  label: '`q`, `page`',
  documented: [parameter('Words'), parameter('Page')],
};

/** The rows of a list by filters and search, and what is asked of them. */
export const aggregateParameters: ParameterReader<AggregateRequest> = {
  read: (parameters, { service }) => parseAggregateRequest(parameters, service.settings),
  label: 'filters, `search`, `_sum`, `_avg`, `_min`, `_max`, `_group_by`, `_trash`',
  documented: [],
};

/** The model of saved views. */
export const viewParameters: ParameterReader<{ readonly model: string | undefined }> = {
  read: (parameters) => parseViewsRequest(parameters),
  label: '`model`',
  documented: [{ name: 'model', in: 'query', schema: { type: 'string' }, description: 'Key of a model: only its views.' }],
};

/** Filters, search, sort and page of a list. */
export const listParameters: ParameterReader<ListRequest> = {
  read: (parameters, { service }) => parseListRequest(parameters, service.settings),
  label: 'filters, `ordering`, `search`, `page`, `page_size`, `after`, `before`, `_trash`, `_cut`',
  documented: [],
};
