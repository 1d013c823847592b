import { ofService, type EndpointDoc } from '../openapi/endpoint-doc.ts';
import { answer, type OpenApiParameter } from '../openapi/operations.ts';
import { text } from '../openapi/shapes.ts';
import { homeSchemas, refToHome } from './home-schemas.ts';

const inPath = (name: string, description: string): OpenApiParameter => ({ name, in: 'path', required: true, schema: text, description });

/** The zone in which days begin. */
export const timeZoneParameter: OpenApiParameter = {
  name: 'time_zone',
  in: 'query',
  schema: text,
  description: 'The zone in which days begin, such as `Europe/Berlin`; by default that of the settings, or UTC.',
};

export const homeDoc: EndpointDoc = ofService(
  {
    tag: 'widgets',
    operationId: 'getHome',
    summary: 'The home page',
    description: 'The dashboards of the groups of the user, each with the cards that they may see.',
    responses: { '200': answer('Dashboards.', refToHome('Home')) },
  },
  homeSchemas,
);

export const homeCardDoc: EndpointDoc = ofService({
  tag: 'widgets',
  operationId: 'getHomeCard',
  summary: 'A card of the home page',
  description: 'Numbers, a series, a breakdown, rows, links, or what a widget answers. `{"complete": false}` where there was no time.',
  parameters: [inPath('dashboard', 'Name of the dashboard.'), inPath('card', 'Key of the card.')],
  responses: { '200': answer('The data.', refToHome('HomeCardData')) },
});
