import { sql } from 'kysely';
import { numberSql } from '../sql-literals.ts';
import type { Field } from '../field.ts';
import { type FieldType, InvalidValue, never, type Sql } from '../field-type.ts';
import { checkValue, parseInput, toWire } from '../input.ts';
import { parseExact } from '../raw-number.ts';
import { canonicalJson, jsonOfSqlite } from './json.ts';

function elementOf(input: unknown, inner: Field): unknown {
  const value = parseInput(inner, input);
  checkValue(inner, value);
  return toWire(value, inner);
}

/** The elements of an array as sent, or of a text with commas (CONTRACT §2). */
function elementsOf(input: unknown, field: Field): unknown[] {
  const elements = typeof input === 'string' ? input.split(',').map((part) => part.trim()) : input;
  if (!Array.isArray(elements)) throw new InvalidValue('A list is required.');
  return elements.map((element: unknown): unknown => {
    const isJson = field.inner?.type.name === 'JSONField';
    if (Array.isArray(element) && !isJson) return elementsOf(element, field);
    if (element === null) return null;
    if (field.inner) return elementOf(element, field.inner);
    if (typeof element === 'object') throw new InvalidValue('A list of plain values is required.');
    return element;
  });
}

type Elements = readonly unknown[];

/** An array in PostgreSQL's syntax, with each element quoted. */
function arrayLiteral(elements: Elements, isJson: boolean): string {
  const parts = elements.map((element): string => {
    if (element === null) return 'NULL';
    if (Array.isArray(element) && !isJson) return arrayLiteral(element, isJson);
    const text = isJson || typeof element !== 'string' ? JSON.stringify(element) : element;
    return `"${text.replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${parts.join(',')}}`;
}

/**
 * PostgreSQL's JSON of an array with this many dimensions, each element by its own SQL. `unnest` is in the SELECT list, because in FROM it
 * would split elements that are rows into columns.
 */
function nestedArrays(column: Sql, element: Sql, dimensions: number): Sql {
  const elements = sql`(SELECT unnest(${column}) AS element, generate_series(0, cardinality(${column}) - 1) AS place) AS elements`;
  let lines = sql`SELECT ${element} AS line, place FROM ${elements}`;
  for (let dimension = dimensions; dimension > 1; dimension--) {
    const length = sql`array_length(${column}, ${numberSql(dimension)})`;
    lines = sql`SELECT json_agg(line ORDER BY place) AS line, place / ${length} AS place FROM (${lines}) AS lines GROUP BY 2`;
  }
  return sql`(SELECT json_agg(line ORDER BY place) FROM (${lines}) AS lines)`;
}

export const arrayField: FieldType = {
  name: 'ArrayField',
  traits: { isJson: true, isList: true, isNoLabel: true },
  compares: 'as text',
  parse: (text) => text,
  fromJson: (input, field) => JSON.stringify(elementsOf(input, field)),
  stored: { postgres: (value, { inner }) => arrayLiteral(parseExact(String(value)) as Elements, inner?.type.name === 'JSONField') },
  canonical: (value) => canonicalJson(parseExact(String(value))),
  jsonSchema: ({ inner }) => ({ type: 'array', items: inner ? { anyOf: [inner.type.jsonSchema(inner), { type: 'null' }] } : {} }),
  json: {
    postgres(column, { inner }) {
      if (!inner) return sql`to_json(${column}::text[])`;
      const element = inner.type.json.postgres(sql.ref('element'), inner);
      const [flat, two, three] = [1, 2, 3].map((dimensions) => nestedArrays(column, element, dimensions));
      return sql`CASE array_ndims(${column}) WHEN 1 THEN ${flat} WHEN 2 THEN ${two} WHEN 3 THEN ${three} ELSE to_json(${column}::text[]) END`;
    },
    sqlite: jsonOfSqlite,
  },
  operand: {
    postgres: (column) => sql`${column}::text`,
    sqlite: (column) => sql`CAST(${column} AS TEXT)`,
  },
  positions: { postgres: never, sqlite: never },
};
