import { sql } from 'kysely';
import type { Value } from '../../model/field-type.ts';
import { bigRange, integerRange, smallRange } from '../../model/field-types/integer.ts';
import { clockTextOf } from '../../model/time-zone.ts';
import { type Field, innerOf } from '../../model/field.ts';
import { always, never, type TypeSql, typeSql, type TypesSql } from '../type-sql.ts';
import { textSql } from '../literals.ts';
import type { Sql } from '../sql-fragments.ts';
import { arrayJson, arrayLiteral } from './arrays.ts';
import { durationJson, durationTotal } from './durations.ts';

/** The smallest or largest value, as rows show it. */
const extremeOf =
  (json: TypeSql['json']): NonNullable<TypeSql['extreme']> =>
  (of, column, field) =>
    json(of === 'min' ? sql`min(${column})` : sql`max(${column})`, field);

/** The sum and the number of values; null without any. */
const totalOf = (sum: Sql, column: Sql): Sql => sql`${sum} || ' ' || count(${column})`;

/** What PostgreSQL says of a field type. Every parameter is sent as text: the server reads it as the type that it is compared with. */
export interface PostgresType extends TypeSql {
  /** SQL that decodes a parameter, if the parameter is a text in another form. */
  readonly decode?: (parameter: Sql) => Sql;
  /** The parameter that is written, if it differs from the one that is compared. */
  readonly stored?: (value: Value, field: Field) => Value;
  /** The parameter that is compared; by default the value itself. */
  readonly bind?: (value: Value, field: Field) => Value;
}

/** The type also has positive and negative infinity. */
export const hasInfinity = { hasInfinity: true } as const;

const itself: PostgresType = { json: (column) => column, hasCursors: always };

const castToText = (column: Sql): Sql => sql`${column}::text`;

/** For types whose JSON value is a text of SQL already. */
const isText = (json: Sql): Sql => json;

/** The cast removes the padding of char(n), and the type of enums and domains. */
const text: PostgresType = { json: castToText, hasCursors: always };

const textColumns: PostgresType['columns'] = {
  text: {},
  citext: {},
  name: { maxLength: 63 },
  'character varying': {},
  varchar: {},
  character: {},
  char: {},
  bpchar: {},
};

/** An empty text means no file. */
const file: PostgresType = { json: (column) => sql`nullif(${column}::text, '')`, hasCursors: always };

const maxSafe = sql`9007199254740991`;

/** Whether JavaScript rounds none of the integers that a field can have. */
function isShort({ range }: Field): boolean {
  return range !== undefined && range !== bigRange;
}

/** An integer that JavaScript would round is a text. */
function integerJson(column: Sql, field: Field): Sql {
  if (isShort(field)) return column;
  return sql`CASE WHEN ${column} BETWEEN -${maxSafe} AND ${maxSafe} THEN to_json(${column}) ELSE to_json(${column}::text) END`;
}

const integer: PostgresType = {
  json: integerJson,
  scalarText: (json, field) => (isShort(field) ? castToText(json) : null),
  hasCursors: always,
  total: (column) => totalOf(sql`sum(${column})::text`, column),
  extreme: extremeOf(integerJson),
};

const decimal: PostgresType = {
  ...text,
  scalarText: isText,
  total: (column) => totalOf(sql`sum(${column})::text`, column),
  extreme: extremeOf(castToText),
};

/**
 * The sum of the numbers that rows show. That of doubles would depend on the order of the rows, and fails where it is too large; numbers of
 * PostgreSQL 13 have no infinity.
 */
function floatTotal(column: Sql): Sql {
  const some = (value: string): Sql => sql`coalesce(bool_or(${column} = ${textSql(value)}), false)`;
  const [nan, infinite, negative] = ['NaN', 'Infinity', '-Infinity'].map(some);
  const finite = sql`sum(CASE WHEN ${column} NOT IN ('NaN', 'Infinity', '-Infinity') THEN ${column}::text::numeric END)::text`;
  const sum = sql`CASE WHEN ${nan} OR ${infinite} AND ${negative} THEN 'NaN' WHEN ${infinite} THEN 'Infinity' WHEN ${negative} THEN '-Infinity' ELSE ${finite} END`;
  return totalOf(sum, column);
}

/** PostgreSQL writes "NaN" and "Infinity" for values that are no JSON numbers. */
const float: PostgresType = { ...itself, total: floatTotal, extreme: extremeOf(itself.json) };

const ordered: PostgresType = { ...itself, extreme: extremeOf(itself.json) };

const foreignKey: PostgresType = { json: (column, field) => jsonOf(column, innerOf(field)), hasCursors: always };

function dateTimeJson(column: Sql, field: Field): Sql {
  const { timeZone } = field;
  const zoned = timeZone === undefined ? column : sql`(${column} AT TIME ZONE ${textSql(timeZone)})`;
  const hasZone = timeZone !== undefined || /with time zone|timestamptz/.test(field.dbType);
  const utc = hasZone ? sql`${zoned} AT TIME ZONE 'UTC'` : column;
  return sql`btrim(to_json(${utc})::text, '"') || CASE WHEN isfinite(${column}) AND ${column} >= '0001-01-01 00:00:00+00' THEN 'Z' ELSE '' END`;
}

/** What the column holds: a zone in the text of a column without one is ignored. */
const clockOf = (value: Value, { timeZone }: Field): Value => (timeZone === undefined ? value : clockTextOf(String(value), timeZone));

const zoneless = { limits: hasInfinity, isZoneless: true } as const;
const zoned = { limits: hasInfinity };

const dateTime: PostgresType = {
  columns: {
    timestamp: zoneless,
    'timestamp without time zone': zoneless,
    'timestamp with time zone': zoned,
    timestamptz: zoned,
  },
  json: dateTimeJson,
  scalarText: isText,
  // A time that clocks of the zone skip is read as a later one.
  hasCursors: ({ timeZone }) => timeZone === undefined,
  extreme: extremeOf(dateTimeJson),
  bind: clockOf,
  stored: clockOf,
};

const binary: PostgresType = {
  columns: { bytea: {} },
  json: (column) => sql`translate(encode(${column}, 'base64'), E'\n', '')`,
  decode: (parameter) => sql`decode(${parameter}, 'base64')`,
  hasCursors: never,
};

const array: PostgresType = {
  json: (column, { inner }) => arrayJson(column, inner && ((element) => jsonOf(element, inner))),
  operand: castToText,
  stored: (value, { inner }) => arrayLiteral(value, inner?.type.traits.isJson === true && !inner.type.traits.isList),
  hasCursors: never,
};

/** What PostgreSQL says of each field type. */
export const postgresTypes: TypesSql<PostgresType> = {
  AutoField: integer,
  BigAutoField: integer,
  SmallIntegerField: { ...integer, columns: { smallint: { range: smallRange }, smallserial: { range: smallRange } } },
  IntegerField: { ...integer, columns: { integer: { range: integerRange }, serial: { range: integerRange } } },
  BigIntegerField: { ...integer, columns: { bigint: { range: bigRange }, bigserial: { range: bigRange } } },
  PositiveIntegerField: integer,
  DecimalField: { ...decimal, columns: { numeric: { limits: hasInfinity }, decimal: { limits: hasInfinity } } },
  FloatField: { ...float, columns: { real: { limits: { isSingle: true } }, 'double precision': {} } },
  BooleanField: { ...itself, columns: { boolean: {} } },
  CharField: { ...text, columns: textColumns },
  TextField: text,
  EmailField: text,
  URLField: text,
  SlugField: text,
  // The JSON of inet has no "/32"; its cast to text would add it.
  GenericIPAddressField: { ...itself, columns: { inet: {} } },
  UUIDField: { columns: { uuid: {} }, json: (column) => sql`lower(${column}::text)`, hasCursors: always },
  // A date in JSON does not depend on the session's DateStyle; infinity and BC keep the database's text.
  DateField: { ...ordered, columns: { date: { limits: hasInfinity } } },
  TimeField: { ...ordered, columns: { time: {}, 'time without time zone': {} } },
  DateTimeField: dateTime,
  DurationField: {
    columns: { interval: {} },
    json: durationJson,
    hasCursors: never,
    total: durationTotal,
    extreme: extremeOf(durationJson),
  },
  JSONField: { columns: { json: {}, jsonb: {} }, json: (column) => column, operand: castToText, hasCursors: never },
  ArrayField: array,
  BinaryField: binary,
  ForeignKey: foreignKey,
  OneToOneField: foreignKey,
  ManyToManyField: { json: (column) => column, hasCursors: never },
  FileField: file,
  ImageField: file,
  opaque: { columns: { tsvector: { isForSearch: true } }, json: castToText, operand: castToText, hasCursors: never },
};

function jsonOf(column: Sql, field: Field): Sql {
  return typeSql(postgresTypes, field).json(column, field);
}
