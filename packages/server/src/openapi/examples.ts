import { type Field, isRequired, valueField } from '../model/field.ts';
import type { FieldTypeName } from '@grimoire/protocol';

const times: Readonly<Partial<Record<FieldTypeName, unknown>>> = {
  BooleanField: true,
  DateField: '2026-01-31',
  TimeField: '08:30:00',
  DateTimeField: '2026-01-31T08:30:00Z',
  DurationField: 'PT1H30M',
  UUIDField: '3e0f9f8c-52a4-4a0c-9f43-6a8b9c1f7d20',
  FloatField: 1.5,
  JSONField: {},
  EmailField: 'ada@example.org',
  URLField: 'https://example.org/',
  SlugField: 'ada',
  GenericIPAddressField: '192.0.2.1',
  ArrayField: [],
  ManyToManyField: [],
};

/** A value that a field may have; undefined if none is known. */
export function exampleOf(field: Field): unknown {
  const [choice] = field.choices ?? [];
  if (choice) return choice.value;
  const { name, isText, traits } = field.type;
  if (valueField(field) !== field) return exampleOf(valueField(field));
  if (traits.hasDigits) return decimal(field);
  if (Object.hasOwn(times, name)) return fitting(times[name], field);
  if (isText) return fitting(field.verboseName, field);
  return field.range ? Number(field.range[0] > 1n ? field.range[0] : 1n) : 1;
}

function decimal({ decimalPlaces = 2, maxDigits }: Field): string {
  const whole = maxDigits !== undefined && maxDigits <= decimalPlaces ? '0' : '9';
  return decimalPlaces === 0 ? whole : `${whole}.${'0'.repeat(decimalPlaces)}`;
}

function fitting(value: unknown, { maxLength }: Field): unknown {
  return typeof value === 'string' ? value.slice(0, maxLength) : value;
}

/** Values of a body: of the required fields, or, if there are none, of the first optional one. */
export function exampleBody(fields: readonly Field[], isCreate: boolean): Readonly<Record<string, unknown>> {
  const required = isCreate ? fields.filter(isRequired) : [];
  const shown = required.length > 0 ? required : fields.filter((field) => !field.relation).slice(0, 1);
  return Object.fromEntries(shown.map((field) => [field.name, exampleOf(field)]));
}
