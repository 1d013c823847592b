import type { FieldSchema, FieldTypeName } from '@grimoire/protocol';

/** What a field is to whoever looks at it or fills it in. */
export type FieldKind =
  | 'choice'
  | 'relation'
  | 'relations'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'date'
  | 'date-time'
  | 'time'
  | 'json'
  | 'list'
  | 'long-text'
  | 'link'
  | 'email'
  | 'binary'
  | 'text';

const kinds: Readonly<Partial<Record<FieldTypeName, FieldKind>>> = {
  ForeignKey: 'relation',
  OneToOneField: 'relation',
  ManyToManyField: 'relations',
  BooleanField: 'boolean',
  AutoField: 'integer',
  BigAutoField: 'integer',
  SmallIntegerField: 'integer',
  IntegerField: 'integer',
  BigIntegerField: 'integer',
  PositiveIntegerField: 'integer',
  DecimalField: 'number',
  FloatField: 'number',
  DateField: 'date',
  DateTimeField: 'date-time',
  TimeField: 'time',
  JSONField: 'json',
  ArrayField: 'list',
  TextField: 'long-text',
  URLField: 'link',
  FileField: 'link',
  ImageField: 'link',
  EmailField: 'email',
  BinaryField: 'binary',
};

/** What kind of thing a field is. */
export function kindOf(field: Pick<FieldSchema, 'type' | 'choices' | 'related_model'>): FieldKind {
  const kind = kinds[field.type] ?? 'text';
  if (field.choices && kind !== 'relation' && kind !== 'relations' && kind !== 'list') return 'choice';
  return kind;
}

/** Whether columns of it are read from the right. */
export function isNumeric(kind: FieldKind): boolean {
  return kind === 'integer' || kind === 'number';
}
