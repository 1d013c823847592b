import type { NewSavedView, SavedView, SavedViewChange, SavedViews, ViewGroup, ViewSharing, ViewSharingInput } from '@grimoire/protocol';
import {
  anyOf,
  boolean,
  choiceOf,
  constant,
  integer,
  list,
  type Members,
  objectOf,
  openObject,
  optional,
  recordOf,
  referencesTo,
  scalar,
  type SchemaOf,
  type SchemasOf,
  strict,
  text,
} from '../openapi/shapes.ts';

/** The types of saved views, by the names of their schemas. */
interface ViewTypes {
  readonly ViewSharing: ViewSharing;
  readonly ViewSharingInput: ViewSharingInput;
  readonly SavedView: SavedView;
  readonly SavedViews: SavedViews;
  readonly NewSavedView: NewSavedView;
  readonly SavedViewChange: SavedViewChange;
}

/** A reference to one of the schemas of saved views. */
export const refToView: ReturnType<typeof referencesTo<ViewTypes>> = referencesTo<ViewTypes>();

const display = openObject('At most 8 kB of JSON.');
const group = objectOf<ViewGroup>({ value: integer, label: text });
const name: SchemaOf<string> = { ...text, minLength: 1, maxLength: 150 };
const change: Members<SavedViewChange> = {
  name: optional(name),
  query: optional({ ...text, maxLength: 4000 }),
  display: optional(display),
  sharing: optional(refToView('ViewSharingInput')),
  is_default: optional(boolean),
};

type SharingWithGroup = Extract<ViewSharingInput, { kind: 'group' }>;

/** The schemas of saved views (CONTRACT §15). */
export const viewSchemas: SchemasOf<ViewTypes> = {
  ViewSharing: {
    ...objectOf<ViewSharing>({ kind: choiceOf('own', 'group', 'all'), group: optional(group) }),
    description: '`group` is given for the kind `group`.',
  },
  ViewSharingInput: {
    ...anyOf(
      strict(objectOf<Exclude<ViewSharingInput, SharingWithGroup>>({ kind: choiceOf('own', 'all') })),
      strict(objectOf<SharingWithGroup>({ kind: choiceOf('group'), group: { ...integer, minimum: 1 } })),
    ),
    description: '`group` is the key of the group.',
  },
  SavedView: objectOf({
    id: integer,
    model: text,
    name: text,
    query: text,
    display,
    sharing: refToView('ViewSharing'),
    is_default: boolean,
    is_own: boolean,
    may_change: boolean,
    problems: recordOf(list(text)),
    etag: text,
  }),
  SavedViews: objectOf({
    views: list(refToView('SavedView')),
    defaults: recordOf(integer, 'The view with which the list of a model opens.'),
    may_share: anyOf(objectOf<NonNullable<SavedViews['may_share']>>({ all: constant(true), groups: list(group) }), scalar('null')),
  }),
  NewSavedView: strict(objectOf<NewSavedView>({ model: text, ...change, name })),
  SavedViewChange: strict(objectOf<SavedViewChange>(change)),
};
