/** The `type` strings of the schema (CONTRACT §1). */
export const fieldTypeNames = [
  'AutoField',
  'BigAutoField',
  'SmallIntegerField',
  'IntegerField',
  'BigIntegerField',
  'PositiveIntegerField',
  'DecimalField',
  'FloatField',
  'BooleanField',
  'CharField',
  'TextField',
  'EmailField',
  'URLField',
  'SlugField',
  'GenericIPAddressField',
  'UUIDField',
  'DateField',
  'TimeField',
  'DateTimeField',
  'DurationField',
  'JSONField',
  'ArrayField',
  'BinaryField',
  'ForeignKey',
  'OneToOneField',
  'ManyToManyField',
  'FileField',
  'ImageField',
] as const;

/** One of the `type` strings of the schema (CONTRACT §1). */
export type FieldTypeName = (typeof fieldTypeNames)[number];
