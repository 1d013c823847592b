import { type Field, valueField } from './field.ts';
import { type FieldType, InvalidValue, type Value } from './field-type.ts';
import { fittedText } from './json-schema/read-schema.ts';
import { isRawNumber, parseExact, type RawNumber } from './raw-number.ts';
import { type Message, say } from '../texts/message.ts';

function isChoice(field: Field, text: string): boolean {
  return field.choices?.some((choice) => String(choice.value) === text) === true;
}

/** Whether an empty text is a value of the field; otherwise it means "none" (CONTRACT §2). */
function takesEmptyText(field: Field): boolean {
  return field.choices ? isChoice(field, '') : valueField(field).type.isText === true && !field.relation;
}

/**
 * Turns the value of a field in a body into a value; `""` is null if it is no value of the field (CONTRACT §2). Throws {@link
 * InvalidValue}.
 */
export function parseInput(field: Field, input: unknown): Value {
  if (input === null || (input === '' && !takesEmptyText(field))) return null;
  const owner = valueField(field);
  if (owner.type.fromJson) return owner.type.fromJson(input, owner);
  return field.type.parse(textOf(owner, input), field);
}

/** A text or a number as text. A number that JSON cannot carry exactly must be sent as a text (CONTRACT §2). */
function textOf({ type }: Field, input: unknown): string {
  if (typeof input === 'string') {
    if (input.includes('\0')) throw new InvalidValue(say('nullCharacters'));
    if (!input.isWellFormed()) throw new InvalidValue(say('halfCharacter'));
    return type.isText ? input : input.trim();
  }
  const isNumber = typeof input === 'number' || isRawNumber(input);
  if (!isNumber || !type.takesNumbers) throw new InvalidValue(say(type.takesNumbers ? 'textOrNumber' : 'text'));
  return numberText(type, input);
}

/** A number of a JSON text as text. Throws an {@link InvalidValue} for one that JSON cannot carry exactly (CONTRACT §2). */
export function numberText(type: FieldType, input: number | RawNumber): string {
  const text = typeof input === 'number' ? String(input) : '';
  const isExact = typeof input === 'number' && !/e/.test(text) && text.replace(/[-.]/g, '').length <= 16 && !isUnsafe(input);
  if (!isExact && !type.traits.isInexact) throw new InvalidValue(say('longNumber'));
  return isRawNumber(input) ? input.rawJSON : text;
}

function isUnsafe(number: number): boolean {
  return Number.isInteger(number) ? !Number.isSafeInteger(number) : String(number).replace(/[-.]/g, '').replace(/^0+/, '').length > 15;
}

/**
 * Checks a value against the options of its field. Throws {@link InvalidValue}.
 * @returns the value to be stored: the same, or what the schema of the field makes of it.
 */
export function checkValue(field: Field, value: Value): Value {
  if (value === null) return null;
  const text = String(value);
  if (field.choices && !isChoice(field, text)) throw new InvalidValue(say('choice', { value: text.slice(0, 100) }));
  if (field.maxLength !== undefined && length(text) > field.maxLength) {
    throw new InvalidValue(say('maxLength', { count: field.maxLength }));
  }
  field.type.check?.(value, field);
  return field.schema ? fittedText(field.schema, text) : value;
}

/** The number of characters as databases count them. */
function length(text: string): number {
  return text.length > 0 ? Array.from(text).length : 0;
}

/** Whether a stored JSON value is equal to this value, regardless of their notation (CONTRACT §2). */
export function isSameValue(field: Field, stored: unknown, value: Value): boolean {
  if (stored === null || value === null) return stored === value;
  try {
    const storedValue = parseInput(field, stored);
    return storedValue !== null && canonical(field, storedValue) === canonical(field, value);
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}

/** A text that is equal for equal values of the field. */
export function canonical(field: Field, value: Value): string {
  const owner = valueField(field);
  return owner.type.canonical ? owner.type.canonical(value, owner) : String(value);
}

/** A value in the JSON form of CONTRACT §1, before the database has returned it. */
export function toWire(value: Value, field: Field): unknown {
  if (typeof value === 'bigint')
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value);
  if (typeof value === 'string' && valueField(field).type.traits.isJson) return parseExact(value);
  return value;
}

/** The message for a referenced row that does not exist or is out of scope: the two cases have the same message. */
export function missingTarget(value: unknown): Message {
  return say('noTarget', { key: String(value).slice(0, 100) });
}
