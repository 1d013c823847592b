import { sql } from 'kysely';
import type { Value } from '../../model/field-type.ts';
import { bigRange } from '../../model/field-types/integer.ts';
import { type Field, innerOf } from '../../model/field.ts';
import { numberSql, textSql } from '../literals.ts';
import { always, never, type TypeSql, typeSql, type TypesSql } from '../type-sql.ts';
import type { Sql } from '../sql-fragments.ts';
import { anyDateTime, comparedDateTime, dateTimeJson, epochOf, isEpoch, nearMoment, storedDateTime } from './date-times.ts';
import { storedUuid } from './uuid-storage.ts';

/** What SQLite says of a field type. A column of SQLite holds any value: one of another storage class is served as text. */
export interface SqliteType extends TypeSql {
  /** The parameter that is compared; by default the value itself. */
  readonly bind?: (value: Value, field: Field) => Value;
  /** The parameter that is written, if it differs from the one that is compared. */
  readonly stored?: (value: Value, field: Field) => Value | Uint8Array;
  /** The other forms in which a column may hold a parameter's value: upper case, bytes. */
  readonly otherForms?: (parameter: Sql) => readonly Sql[];
}

const castToText = (column: Sql): Sql => sql`CAST(${column} AS TEXT)`;

/** The sum of the values that rows show, by a registered function: SQLite itself would round them to doubles. */
const totalOf =
  (json: SqliteType['json']): NonNullable<SqliteType['total']> =>
  (column, field) =>
    sql`grimoire_total(${json(column, field)})`;

/** The smallest or largest value of those that are of the storage classes of their type. */
function extremeOf(of: 'min' | 'max', column: Sql, classes: Sql): Sql {
  const value = sql`CASE WHEN typeof(${column}) IN (${classes}) THEN ${column} END`;
  return of === 'min' ? sql`min(${value})` : sql`max(${value})`;
}

/** The smallest or largest of the values that rows show, by a registered function that reads what they stand for. */
const shownExtreme =
  (json: SqliteType['json'], kind: 'number' | 'duration' | 'text'): NonNullable<SqliteType['extreme']> =>
  (of, column, field) =>
    sql`${of === 'min' ? sql`grimoire_least` : sql`grimoire_greatest`}(${json(column, field)}, ${textSql(kind)})`;

/** The text of a column; null for a value of another storage class, which has another place in a sort than its text. */
const ownText = (column: Sql): Sql => sql`CASE WHEN typeof(${column}) = 'text' THEN ${column} END`;

const text: SqliteType = { json: castToText, cursor: ownText, hasCursors: always };

/** Texts that sort as the days and times that they stand for. */
const sortable: SqliteType = { ...text, extreme: shownExtreme(castToText, 'text') };

/** An empty text means no file. */
const file: SqliteType = { json: (column) => sql`nullif(CAST(${column} AS TEXT), '')`, cursor: ownText, hasCursors: always };

const maxSafe = sql`9007199254740991`;

/** A column holds any integer, whatever type it declares. */
const anyInteger = { range: bigRange };

const integerJson = (column: Sql): Sql =>
  sql`CASE WHEN typeof(${column}) = 'integer' AND ${column} BETWEEN -${maxSafe} AND ${maxSafe} THEN ${column} ELSE CAST(${column} AS TEXT) END`;

const integer: SqliteType = {
  json: integerJson,
  hasCursors: always,
  total: (column) => sql`grimoire_total(${column})`,
  extreme: (of, column) => integerJson(extremeOf(of, column, sql`'integer'`)),
};

const maxFinite = sql`1.7976931348623157e308`;

const floatJson = (column: Sql): Sql =>
  sql`CASE WHEN typeof(${column}) NOT IN ('real', 'integer') THEN CAST(${column} AS TEXT) WHEN ${column} > ${maxFinite} THEN 'Infinity' WHEN ${column} < -${maxFinite} THEN '-Infinity' ELSE ${column} END`;

const float: SqliteType = {
  json: floatJson,
  hasCursors: never,
  total: totalOf(floatJson),
  extreme: (of, column) => floatJson(extremeOf(of, column, sql`'real', 'integer'`)),
};

const boolean: SqliteType = {
  columns: { boolean: {}, bool: {} },
  json: (column) =>
    sql`CASE WHEN typeof(${column}) <> 'integer' THEN CAST(${column} AS TEXT) WHEN ${column} = 1 THEN json('true') WHEN ${column} = 0 THEN json('false') ELSE CAST(${column} AS TEXT) END`,
  bind: (value) => (value === true ? 1 : 0),
  hasCursors: always,
};

/** SQLite does not read infinity from a text. */
function infinite(value: Value): Value {
  return ['NaN', 'Infinity', '-Infinity'].includes(String(value)) ? Number(value) : value;
}

function decimalJson(column: Sql, { decimalPlaces: scale }: Field): Sql {
  const real = scale === undefined ? castToText(column) : sql`printf(${textSql(`%.${scale}f`)}, ${column})`;
  const zeros = textSql(scale === undefined || scale === 0 ? '' : `.${'0'.repeat(scale)}`);
  const infinity = sql`replace(${castToText(column)}, 'Inf', 'Infinity')`;
  const any = sql`CASE WHEN abs(${column}) <= ${maxFinite} THEN ${real} ELSE ${infinity} END`;
  return sql`CASE typeof(${column}) WHEN 'integer' THEN ${column} || ${zeros} WHEN 'real' THEN ${any} ELSE ${castToText(column)} END`;
}

/** Numbers that SQLite stores as 8-byte floats. */
const doubles = { limits: { exactDigits: 15, hasInfinity: true, hasNoNaN: true } } as const;

const decimal: SqliteType = {
  columns: { numeric: doubles, decimal: doubles, money: doubles },
  json: decimalJson,
  total: totalOf(decimalJson),
  extreme: shownExtreme(decimalJson, 'number'),
  operand: (column, field) => (field.storage === 'text' ? sql`CAST(${column} AS NUMERIC)` : column),
  // SQLite compares a text with a number by the affinity of the column; an expression has none.
  bind: (value, field) => (field.storage === 'text' ? Number(value) : infinite(value)),
  stored: infinite,
  hasCursors: never,
};

const zoneless = { storage: 'text', isZoneless: true } as const;
const zoned = { storage: 'text' } as const;

const dateTime: SqliteType = {
  columns: { datetime: zoneless, timestamp: zoneless, timestamptz: zoned, 'timestamp with time zone': zoned },
  json: dateTimeJson,
  extreme: shownExtreme(dateTimeJson, 'text'),
  // Without the "Z", a text sorts before that of a later fraction of its second.
  operand: (column, field) => (field.storage === 'text' ? sql`rtrim(${anyDateTime(column, field)}, 'Z')` : column),
  implied: (column, comparison, parameter, field) => (field.storage === 'text' ? nearMoment(column, comparison, parameter) : null),
  sortsByColumn: true,
  bind: (value, field) => epochOf(value, field) ?? comparedDateTime(String(value), field),
  // The format of SQLite's own functions, so that texts from both compare correctly.
  stored: (value, field) => epochOf(value, field) ?? (field.storage === 'text' ? storedDateTime(String(value), field.timeZone) : value),
  hasCursors: (field) => field.storage !== 'text',
  // A number with a fraction is shown as the whole one before it.
  cursor: (column, field) => (isEpoch(field) ? sql`CASE WHEN typeof(${column}) = 'integer' THEN ${dateTimeJson(column, field)} END` : null),
};

const json = (column: Sql): Sql =>
  sql`CASE WHEN typeof(${column}) = 'blob' AND json_valid(${column}, 8) THEN json(${column}) WHEN typeof(${column}) = 'text' AND json_valid(${column}) THEN json(${column}) WHEN typeof(${column}) IN ('integer', 'real') THEN ${column} ELSE CAST(${column} AS TEXT) END`;

/** JSON as text or as JSONB; invalid JSON is served as text. A column declared JSON stores bare numbers as numbers. */
const jsonType: SqliteType = { json, operand: castToText, hasCursors: never };

const binary: SqliteType = {
  json: (column) => sql`CASE WHEN typeof(${column}) = 'blob' THEN grimoire_base64(${column}) ELSE CAST(${column} AS TEXT) END`,
  otherForms: (parameter) => [sql`grimoire_bytes(${parameter})`],
  hasCursors: never,
};

/** Applications keep a UUID as text with hyphens or without, in lower or upper case, or as its 16 bytes. */
const uuid: SqliteType = {
  columns: { uuid: {}, guid: {}, uniqueidentifier: {} },
  json(column) {
    const part = (digits: Sql, from: number, length: number): Sql => sql`substr(${digits}, ${numberSql(from)}, ${numberSql(length)})`;
    const hyphenated = (digits: Sql): Sql =>
      sql`${part(digits, 1, 8)} || '-' || ${part(digits, 9, 4)} || '-' || ${part(digits, 13, 4)} || '-' || ${part(digits, 17, 4)} || '-' || ${part(digits, 21, 12)}`;
    const isBytes = sql`typeof(${column}) = 'blob' AND length(${column}) = 16`;
    const isDigits = sql`typeof(${column}) = 'text' AND length(${column}) = 32 AND ${column} NOT GLOB '*[^0-9A-Fa-f]*'`;
    return sql`lower(CASE WHEN ${isBytes} THEN ${hyphenated(sql`hex(${column})`)} WHEN ${isDigits} THEN ${hyphenated(column)} ELSE CAST(${column} AS TEXT) END)`;
  },
  // The text as stored: SQLite sorts upper case before lower case.
  cursor: ownText,
  otherForms(parameter) {
    const digits = sql`replace(${parameter}, '-', '')`;
    return [sql`upper(${parameter})`, digits, sql`upper(${digits})`, sql`unhex(${digits})`];
  },
  stored: (value, { storage }) => (typeof value === 'string' ? storedUuid(value, storage) : value),
  hasCursors: always,
};

const duration: SqliteType = {
  columns: { interval: { storage: 'text' } },
  json: castToText,
  hasCursors: never,
  total: (column) => sql`grimoire_total_duration(CAST(${column} AS TEXT))`,
  extreme: shownExtreme(castToText, 'duration'),
};

/** A key is bound as the key that it references is. */
const bindAsKey: Pick<SqliteType, 'bind'> = {
  bind: (value, field) => (field.inner ? (typeSql(sqliteTypes, field.inner).bind?.(value, field.inner) ?? value) : value),
};

const foreignKey: SqliteType = {
  ...bindAsKey,
  json: (column, field) => typeSql(sqliteTypes, innerOf(field)).json(column, innerOf(field)),
  hasCursors: always,
};

/** What SQLite says of each field type. */
export const sqliteTypes: TypesSql<SqliteType> = {
  AutoField: integer,
  BigAutoField: integer,
  SmallIntegerField: { ...integer, columns: { smallint: anyInteger, int2: anyInteger } },
  IntegerField: integer,
  BigIntegerField: { ...integer, columns: { bigint: anyInteger, 'unsigned big int': anyInteger, int8: anyInteger } },
  PositiveIntegerField: { ...integer, columns: { 'integer unsigned': anyInteger } },
  DecimalField: decimal,
  FloatField: float,
  BooleanField: boolean,
  CharField: text,
  TextField: text,
  EmailField: text,
  URLField: text,
  SlugField: text,
  GenericIPAddressField: { ...text, columns: { inet: {} } },
  UUIDField: uuid,
  DateField: { ...sortable, columns: { date: {} } },
  TimeField: { ...sortable, columns: { time: {} } },
  DateTimeField: dateTime,
  DurationField: duration,
  JSONField: { ...jsonType, columns: { json: doubles, jsonb: doubles } },
  ArrayField: jsonType,
  BinaryField: binary,
  ForeignKey: foreignKey,
  OneToOneField: foreignKey,
  ManyToManyField: { ...bindAsKey, json: (column) => column, hasCursors: never },
  FileField: file,
  ImageField: file,
  opaque: { json: castToText, operand: castToText, hasCursors: never },
};
