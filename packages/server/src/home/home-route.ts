import { homeKey } from './state.ts';
import type { Home } from '@grimoire/protocol';
import { invalidParameter } from '../errors/errors.ts';
import { timeZoneOf } from '../model/time-zone.ts';
import type { HomeRequest } from './card-context.ts';
import { homeCardDoc, homeDoc } from './home-docs.ts';
import { noBody } from '../http/body.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import type { StaffExchange } from '../http/exchange.ts';
import { json } from '../http/message.ts';
import { type ParameterReader, noParameters } from '../http/parameters.ts';
import { parseCardRequest } from '../request/parameters.ts';
import { timeZoneParameter } from './home-docs.ts';

/** The time zone of a card. */
const cardParameters: ParameterReader<ReturnType<typeof parseCardRequest>> = {
  read: (parameters) => parseCardRequest(parameters),
  label: '`time_zone`',
  documented: [timeZoneParameter],
};

/** The dashboards of the home page, with the cards that the user may see (CONTRACT §15). */
export const getHome: Endpoint = endpoint({
  method: 'GET',
  path: '/home',
  access: 'staff',
  right: null,
  parameters: noParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run(call) {
      const { service } = call;
      const answer: Home = {
        dashboards: await service.states.of(homeKey).visible(requestOf(call, undefined)),
        time_zone: service.settings.timeZone ?? null,
      };
      return json(200, JSON.stringify(answer));
    },
  },
  doc: homeDoc,
});

/** The data of a card of the home page (CONTRACT §15). */
export const getHomeCard: Endpoint = endpoint({
  method: 'GET',
  path: '/home/:dashboard/:card',
  access: 'staff',
  right: null,
  parameters: cardParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run(call) {
      const { query, pathParameters, service } = call;
      const place = { dashboard: pathParameters['dashboard'] ?? '', card: pathParameters['card'] ?? '' };
      return json(200, JSON.stringify(await service.states.of(homeKey).read(place, requestOf(call, query.timeZone))));
    },
  },
  doc: homeCardDoc,
});

function requestOf({ policy, service }: StaffExchange, timeZone: string | undefined): HomeRequest {
  const { settings } = service;
  const zone = timeZoneOf(timeZone ?? settings.timeZone ?? 'UTC');
  if (zone === undefined) throw invalidParameter('time_zone', 'A time zone is required, such as "Europe/Berlin".');
  return { policy, time: { now: Date.now(), zone }, budget: settings.aggregateBudget };
}
