import type { FieldTypeName, FieldWidget } from '@grimoire/protocol';
import { ownKinds } from '../extension/own-kinds.ts';
import type { Kind } from '../extension/extension.ts';
import { binary } from './binary.tsx';
import { boolean } from './boolean.tsx';
import { changes } from './changes.tsx';
import { changeSet } from './change-set.tsx';
import { choice } from './choice.tsx';
import { date, time } from './date.tsx';
import { dateTime } from './date-time.tsx';
import { email } from './email.tsx';
import { code } from './code.tsx';
import { color } from './color.tsx';
import type { FieldKind, KindOf } from './field-kind.ts';
import { image } from './image.tsx';
import { json } from './json.tsx';
import { file, link } from './link.tsx';
import { list } from './list.tsx';
import { longText } from './long-text.tsx';
import { markdown } from './markdown.tsx';
import { money } from './money.tsx';
import { integer, number, serial } from './number.tsx';
import { ownKind } from './own.tsx';
import { password } from './password.tsx';
import { permissions } from './permissions.tsx';
import { phone } from './phone.tsx';
import { progress } from './progress.tsx';
import { relation } from './relation.tsx';
import { relations } from './relations.tsx';
import { modelName, rowName } from './row-name.tsx';
import { duration, identifier, text, word } from './text.tsx';

/** The kind of each field type. */
const byType = {
  AutoField: serial,
  BigAutoField: serial,
  SmallIntegerField: integer,
  IntegerField: integer,
  BigIntegerField: integer,
  PositiveIntegerField: integer,
  DecimalField: number,
  FloatField: number,
  BooleanField: boolean,
  CharField: text,
  TextField: longText,
  EmailField: email,
  URLField: link,
  SlugField: text,
  GenericIPAddressField: word,
  UUIDField: identifier,
  DateField: date,
  TimeField: time,
  DateTimeField: dateTime,
  DurationField: duration,
  JSONField: json,
  ArrayField: list,
  BinaryField: binary,
  ForeignKey: relation,
  OneToOneField: relation,
  ManyToManyField: relations,
  FileField: file,
  ImageField: image,
} satisfies Record<FieldTypeName, FieldKind>;

/** The kind of each field editor that a schema may name to override the field type. */
const byEditor = {
  password,
  permissions,
  model: modelName,
  row: rowName,
  changes,
  'change-set': changeSet,
  money,
  progress,
  color,
  link,
  email,
  phone,
  image,
  markdown,
  code,
} satisfies Record<Exclude<FieldWidget['kind'], 'own'>, FieldKind>;

/** The kind of a field: by its field editor (`widget` of the schema), then its choices, then its type. A newer service may send names that are unknown here. */
export const kindOf: KindOf = ({ related, ...field }) => {
  const kind = kindOfValue(field);
  if (related === undefined) return kind;
  const shown = ofRelated.get(kind) ?? kindOfRelated(kind);
  ofRelated.set(kind, shown);
  return shown;
};

/** The kinds of columns of related rows, by those of their values: lists are neither sorted nor totalled by them. */
const ofRelated = new WeakMap<FieldKind, FieldKind>();

function kindOfRelated(kind: FieldKind): FieldKind {
  const shown = { ...kind, column: { ...kind.column, isSortable: false } };
  delete shown.totals;
  return shown;
}

const kindOfValue: KindOf = ({ type, widget, choices }) => {
  if (widget?.kind === 'own') {
    const own = ownKinds.get(widget.name);
    const base = kindOfValue({ type, choices });
    return own ? kept(widget.name, own, base) : base;
  }
  const special = widget && known(byEditor, widget.kind);
  if (special) return special;
  const kind = known(byType, type) ?? text;
  return choices && !kind.ignoresChoices ? choice : kind;
};

function known(kinds: Readonly<Record<string, FieldKind>>, name: string): FieldKind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** Kinds of the extension over those of field types: a component that is made again would lose what was entered. */
const extensionKinds = new WeakMap<Kind, Map<FieldKind, FieldKind>>();

function kept(name: string, own: Kind, base: FieldKind): FieldKind {
  const ofBases = extensionKinds.get(own) ?? new Map<FieldKind, FieldKind>();
  extensionKinds.set(own, ofBases);
  const kind = ofBases.get(base) ?? ownKind(name, own, base);
  ofBases.set(base, kind);
  return kind;
}
