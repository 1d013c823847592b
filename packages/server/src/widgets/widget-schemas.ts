import type { ModelCount, ModelCounts, RecentAudit, RecentEntry, WidgetList } from '@grimoire/protocol';
import { refToShared } from '../openapi/shared-schemas.ts';
import {
  boolean,
  integer,
  key,
  list,
  moment,
  objectOf,
  openObject,
  optional,
  referencesTo,
  type SchemasOf,
  text,
} from '../openapi/shapes.ts';

/** The types of what widgets answer, by the names of their schemas. */
export interface WidgetTypes {
  readonly RecentEntry: RecentEntry;
  readonly RecentAudit: RecentAudit;
  readonly Card: ModelCount;
  readonly Cards: ModelCounts;
  readonly WidgetData: Readonly<Record<string, unknown>>;
  readonly Widgets: WidgetList;
}

/** A reference to one of the schemas of widgets. */
export const refToWidget: ReturnType<typeof referencesTo<WidgetTypes>> = referencesTo<WidgetTypes>();

/** The answers of widgets (CONTRACT §9). */
export const widgetSchemas: SchemasOf<WidgetTypes> = {
  RecentEntry: objectOf({
    id: key,
    action: text,
    action_display: text,
    model_label: text,
    object_repr: text,
    created_at: moment,
    actor: text,
    object_pk: text,
  }),
  RecentAudit: objectOf({ rows: list(refToWidget('RecentEntry')), columns: list(refToShared('FieldSchema')) }),
  Card: objectOf({ key: text, label: text, value: integer, capped: optional(boolean) }),
  Cards: objectOf({ cards: list(refToWidget('Card')) }),
  WidgetData: openObject('What the widget of the configuration answers.'),
  Widgets: objectOf({
    widgets: list(objectOf({ name: text, title: text, params: optional(list(refToShared('FieldSchema'))) })),
  }),
};
