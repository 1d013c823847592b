import { type Field, isRequired, valueField } from '../model/field.ts';

/** A value that a field may have. */
export function exampleOf(field: Field): unknown {
  const [choice] = field.choices ?? [];
  if (choice) return choice.value;
  const one = valueField(field);
  return one === field ? fitting(field.type.example(field), field) : exampleOf(one);
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
