export { arrayField as ArrayField } from './array.ts';
export { binaryField as BinaryField } from './binary.ts';
export { booleanField as BooleanField } from './boolean.ts';
export { dateTimeField as DateTimeField } from './date-time.ts';
export { dateField as DateField } from './date.ts';
export { decimalField as DecimalField } from './decimal.ts';
export { durationField as DurationField } from './duration.ts';
export { fileField as FileField, imageField as ImageField } from './file.ts';
export { floatField as FloatField } from './float.ts';
export { foreignKey as ForeignKey, oneToOneField as OneToOneField } from './foreign-key.ts';
export {
  autoField as AutoField,
  bigAutoField as BigAutoField,
  bigIntegerField as BigIntegerField,
  integerField as IntegerField,
  positiveIntegerField as PositiveIntegerField,
  smallIntegerField as SmallIntegerField,
} from './integer.ts';
export { ipAddressField as GenericIPAddressField } from './ip-address.ts';
export { jsonField as JSONField } from './json.ts';
export { manyToManyField as ManyToManyField } from './many-to-many.ts';
export {
  charField as CharField,
  emailField as EmailField,
  slugField as SlugField,
  textField as TextField,
  urlField as URLField,
} from './text.ts';
export { timeField as TimeField } from './time.ts';
export { uuidField as UUIDField } from './uuid.ts';
