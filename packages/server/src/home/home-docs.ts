import type { JsonSchema } from '../model/field-type.ts';
import { type EndpointDoc, ofService, type Schemas } from '../openapi/endpoint-doc.ts';
import { answer, type OpenApiParameter, refTo } from '../openapi/operations.ts';
import { choiceOf, list, nullableText, object, text } from '../openapi/shapes.ts';

const integer: JsonSchema = { type: 'integer' };
const value: JsonSchema = { type: ['number', 'string', 'null'] };
const inPath = (name: string, description: string): OpenApiParameter => ({ name, in: 'path', required: true, schema: text, description });

/** The zone in which days begin. */
export const timeZoneParameter: OpenApiParameter = {
  name: 'time_zone',
  in: 'query',
  schema: text,
  description: 'The zone in which days begin, such as `Europe/Berlin`; by default that of the settings, or UTC.',
};

const link = refTo('ListLink');
const key = { key: text, label: text };

/** The schemas of the home page (CONTRACT §15). */
const homeSchemas: Schemas = {
  ListLink: object({ model: text, query: text }),
  Home: object({
    dashboards: list(
      object({
        name: text,
        title: text,
        cards: list(
          object(
            {
              key: text,
              title: text,
              kind: choiceOf('number', 'series', 'breakdown', 'table', 'view', 'widget', 'links'),
              width: choiceOf('quarter', 'third', 'half', 'two-thirds', 'full'),
              rows: integer,
            },
            ['key', 'title', 'kind', 'width'],
          ),
        ),
      }),
    ),
    time_zone: nullableText,
  }),
  HomeCardData: {
    ...object(
      {
        complete: { const: false },
        cards: list(
          object({ ...key, value: {}, delta: {}, before: {}, days: integer, unit: text, capped: { type: 'boolean' }, link }, [
            'key',
            'label',
          ]),
        ),
        series: object(
          {
            kind: choiceOf('line', 'bar', 'area'),
            points: list(text),
            each: choiceOf('day', 'week', 'month'),
            lines: list(object({ ...key, values: list(value) })),
            unit: text,
          },
          ['kind', 'points', 'lines'],
        ),
        breakdown: object(
          {
            parts: list(object({ ...key, value, share: { type: 'number' }, tone: text, link }, ['key', 'label', 'value'])),
            total: value,
            unit: text,
          },
          ['parts'],
        ),
        rows: list({ type: 'object', additionalProperties: true }),
        columns: list({ type: 'object', additionalProperties: true }),
        model: text,
        links: list(object({ label: text, note: text, model: text, query: text, url: text }, ['label'])),
        link,
      },
      [],
    ),
    description: 'One of `cards`, `series`, `breakdown`, `rows` with `columns`, `links`; what a widget answers may have any members.',
    additionalProperties: true,
  },
};

export const homeDoc: EndpointDoc = ofService(
  {
    tag: 'widgets',
    operationId: 'getHome',
    summary: 'The home page',
    description: 'The dashboards of the groups of the user, each with the cards that they may see.',
    responses: { '200': answer('Dashboards.', refTo('Home')) },
  },
  homeSchemas,
);

export const homeCardDoc: EndpointDoc = ofService({
  tag: 'widgets',
  operationId: 'getHomeCard',
  summary: 'A card of the home page',
  description: 'Numbers, a series, a breakdown, rows, links, or what a widget answers. `{"complete": false}` where there was no time.',
  parameters: [inPath('dashboard', 'Name of the dashboard.'), inPath('card', 'Key of the card.')],
  responses: { '200': answer('The data.', refTo('HomeCardData')) },
});
