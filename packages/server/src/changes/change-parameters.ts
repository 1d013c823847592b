import { RequestProblems } from '../errors/errors.ts';
import type { ParameterReader } from '../http/parameters.ts';
import { type HistoryRequest, parseHistoryRequest, refuseParameters } from '../request/parameters.ts';
import { parameter } from '../openapi/operations.ts';
import { say } from '../texts/message.ts';
import type { SetFilter } from './change-log.ts';

/** Number and size of a page, and which change sets are asked for. */
export type ChangesRequest = Pick<HistoryRequest, 'number' | 'size'> & SetFilter;

/** Number and size of a page of rows. */
export const changedRowsParameters: ParameterReader<Pick<HistoryRequest, 'number' | 'size'>> = {
  read(parameters, { service }) {
    refuseParameters(parameters, ['page', 'page_size']);
    return parseHistoryRequest(parameters, service.settings);
  },
  label: '`page`, `page_size`',
  documented: [parameter('Page'), parameter('PageSize')],
};

const filters = ['model', 'actor', 'since', 'until'] as const;

/** The parameters of the list of change sets. */
export const changesParameters: ParameterReader<ChangesRequest> = {
  read(parameters, { service }) {
    const rest = new URLSearchParams([...parameters].filter(([name]) => !(filters as readonly string[]).includes(name)));
    const { number, size } = parseHistoryRequest(rest, service.settings);
    const [model, actor, since, until] = filters.map((name) => parameters.get(name) || undefined);
    const problems = new RequestProblems();
    for (const [name, moment] of [
      ['since', since],
      ['until', until],
    ] as const)
      if (moment !== undefined && Number.isNaN(Date.parse(moment))) problems.add(name, say('dateTime'));
    problems.throwIfAny();
    return { number, size, model, actor, since, until };
  },
  label: '`page`, `page_size`, `model`, `actor`, `since`, `until`',
  documented: [
    parameter('Page'),
    parameter('PageSize'),
    { name: 'model', in: 'query', schema: { type: 'string' }, description: 'Key of a model: only requests about it.' },
    { name: 'actor', in: 'query', schema: { type: 'string' }, description: 'Key of a user: only what they have done.' },
    { name: 'since', in: 'query', schema: { type: 'string', format: 'date-time' }, description: 'Only what was done then, or later.' },
    { name: 'until', in: 'query', schema: { type: 'string', format: 'date-time' }, description: 'Only what was done before.' },
  ],
};
