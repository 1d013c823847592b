import { sql } from 'kysely';
import type { Value } from '../../model/field-type.ts';
import { parseExact } from '../../model/raw-number.ts';
import { numberSql } from '../literals.ts';
import type { Sql } from '../sql-fragments.ts';

type Elements = readonly unknown[];

/** An array in PostgreSQL's syntax, from its JSON. @param isJson whether its elements are JSON. */
export function arrayLiteral(value: Value, isJson: boolean): string {
  return literalOf(parseExact(String(value)) as Elements, isJson);
}

function literalOf(elements: Elements, isJson: boolean): string {
  const parts = elements.map((element): string => {
    if (element === null) return 'NULL';
    if (Array.isArray(element) && !isJson) return literalOf(element, isJson);
    const text = isJson || typeof element !== 'string' ? JSON.stringify(element) : element;
    return `"${text.replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${parts.join(',')}}`;
}

/** The JSON of an array; its elements are texts if their type has no SQL of its own. */
export function arrayJson(column: Sql, jsonOf: ((element: Sql) => Sql) | undefined): Sql {
  if (!jsonOf) return sql`to_json(${column}::text[])`;
  const element = jsonOf(sql.ref('element'));
  const [flat, two, three] = [1, 2, 3].map((dimensions) => nestedArrays(column, element, dimensions));
  return sql`CASE array_ndims(${column}) WHEN 1 THEN ${flat} WHEN 2 THEN ${two} WHEN 3 THEN ${three} ELSE to_json(${column}::text[]) END`;
}

/**
 * The JSON of an array with this many dimensions, each element by its own SQL. `unnest` is in the SELECT list, because in FROM it would
 * split elements that are rows into columns.
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
