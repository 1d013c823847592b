import type { FieldTypeName } from '@grimoire/protocol';
import type { FieldType } from '../field-type.ts';
import { arrayField } from './array.ts';
import { binaryField } from './binary.ts';
import { booleanField } from './boolean.ts';
import { dateTimeField } from './date-time.ts';
import { dateField } from './date.ts';
import { decimalField } from './decimal.ts';
import { durationField } from './duration.ts';
import { fileField, imageField } from './file.ts';
import { floatField } from './float.ts';
import { foreignKey, oneToOneField } from './foreign-key.ts';
import { autoField, bigAutoField, bigIntegerField, integerField, positiveIntegerField, smallIntegerField } from './integer.ts';
import { ipAddressField } from './ip-address.ts';
import { jsonField } from './json.ts';
import { manyToManyField } from './many-to-many.ts';
import { charField, emailField, slugField, textField, urlField } from './text.ts';
import { timeField } from './time.ts';
import { uuidField } from './uuid.ts';

/** Every field type by its name in the API. */
export const fieldTypes: Readonly<Record<FieldTypeName, FieldType>> = {
  AutoField: autoField,
  BigAutoField: bigAutoField,
  SmallIntegerField: smallIntegerField,
  IntegerField: integerField,
  BigIntegerField: bigIntegerField,
  PositiveIntegerField: positiveIntegerField,
  DecimalField: decimalField,
  FloatField: floatField,
  BooleanField: booleanField,
  CharField: charField,
  TextField: textField,
  EmailField: emailField,
  URLField: urlField,
  SlugField: slugField,
  GenericIPAddressField: ipAddressField,
  UUIDField: uuidField,
  DateField: dateField,
  TimeField: timeField,
  DateTimeField: dateTimeField,
  DurationField: durationField,
  JSONField: jsonField,
  ArrayField: arrayField,
  BinaryField: binaryField,
  ForeignKey: foreignKey,
  OneToOneField: oneToOneField,
  ManyToManyField: manyToManyField,
  FileField: fileField,
  ImageField: imageField,
};
