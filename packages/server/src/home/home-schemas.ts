import {
  type Breakdown,
  type BreakdownPart,
  type Cards,
  type Home,
  type LateCard,
  type ListLink,
  type Series,
  toneNames,
  type WidgetCard,
  type WidgetLink,
  type WidgetLinks,
  type WidgetRows,
} from '@grimoire/protocol';
import { refToShared } from '../openapi/shared-schemas.ts';
import {
  anything,
  boolean,
  choiceOf,
  constant,
  integer,
  list,
  nullableText,
  number,
  objectOf,
  openObject,
  optional,
  referencesTo,
  scalar,
  type SchemasOf,
  text,
} from '../openapi/shapes.ts';

type CardData = Cards | Series | Breakdown | WidgetRows | WidgetLinks | LateCard;

/** The types of the home page, by the names of their schemas. */
interface HomeTypes {
  readonly ListLink: ListLink;
  readonly Home: Home;
  readonly HomeCardData: CardData;
}

/** A reference to one of the schemas of the home page. */
export const refToHome: ReturnType<typeof referencesTo<HomeTypes>> = referencesTo<HomeTypes>();

const value = scalar('number', 'string', 'null');
const link = optional(refToHome('ListLink'));
const tone = optional(choiceOf(...toneNames));
const unit = optional(text);

const card = objectOf<WidgetCard>({
  key: text,
  label: text,
  value: anything,
  delta: optional(anything),
  before: optional(anything),
  days: optional(integer),
  unit,
  capped: optional(boolean),
  link,
});

const series = objectOf<Series['series']>({
  kind: choiceOf('line', 'bar', 'area'),
  points: list(text),
  each: optional(choiceOf('day', 'week', 'month')),
  lines: list(objectOf({ key: text, label: text, values: list(value), tone })),
  unit,
});

const breakdown = objectOf<Breakdown['breakdown']>({
  parts: list(objectOf<BreakdownPart>({ key: text, label: text, value, share: optional(number), tone, link })),
  total: optional(value),
  unit,
});

const links = list(
  objectOf<WidgetLink>({
    label: text,
    note: optional(text),
    model: optional(text),
    query: optional(text),
    relative: optional(text),
    url: optional(text),
  }),
);

/** The schemas of the home page (CONTRACT §15). */
export const homeSchemas: SchemasOf<HomeTypes> = {
  ListLink: objectOf({ model: text, query: text, relative: optional(text) }),
  Home: objectOf({
    dashboards: list(
      objectOf({
        name: text,
        title: text,
        cards: list(
          objectOf({
            key: text,
            title: text,
            kind: choiceOf('number', 'series', 'breakdown', 'table', 'view', 'widget', 'links'),
            width: choiceOf('quarter', 'third', 'half', 'two-thirds', 'full'),
            rows: optional(integer),
          }),
        ),
      }),
    ),
    time_zone: nullableText,
  }),
  HomeCardData: {
    ...objectOf<CardData>({
      complete: optional(constant(false)),
      cards: optional(list(card)),
      series: optional(series),
      breakdown: optional(breakdown),
      rows: optional(list(openObject())),
      columns: optional(list(refToShared('FieldSchema'))),
      model: optional(text),
      links: optional(links),
      link,
    }),
    description: 'One of `cards`, `series`, `breakdown`, `rows` with `columns`, `links`; what a widget answers may have any members.',
    additionalProperties: true,
  },
};
