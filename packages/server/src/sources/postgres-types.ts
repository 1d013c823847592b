import { bigRange, integerRange, smallRange } from '../model/field-types/integer.ts';
import type { ColumnDescription } from '../model/table.ts';

/** The part of a column's description that its type alone decides. */
export type TypeDescription = Pick<ColumnDescription, 'type'> &
  Partial<Pick<ColumnDescription, 'isOpaque' | 'maxLength' | 'maxDigits' | 'decimalPlaces' | 'range' | 'storage' | 'limits'>>;

const byName: Readonly<Record<string, TypeDescription>> = {
  smallint: { type: 'SmallIntegerField', range: smallRange },
  smallserial: { type: 'SmallIntegerField', range: smallRange },
  integer: { type: 'IntegerField', range: integerRange },
  serial: { type: 'IntegerField', range: integerRange },
  bigint: { type: 'BigIntegerField', range: bigRange },
  bigserial: { type: 'BigIntegerField', range: bigRange },
  real: { type: 'FloatField', limits: { isSingle: true } },
  'double precision': { type: 'FloatField' },
  numeric: { type: 'DecimalField' },
  decimal: { type: 'DecimalField' },
  boolean: { type: 'BooleanField' },
  text: { type: 'CharField' },
  citext: { type: 'CharField' },
  name: { type: 'CharField', maxLength: 63 },
  'character varying': { type: 'CharField' },
  varchar: { type: 'CharField' },
  character: { type: 'CharField' },
  char: { type: 'CharField' },
  bpchar: { type: 'CharField' },
  uuid: { type: 'UUIDField' },
  date: { type: 'DateField' },
  time: { type: 'TimeField' },
  'time without time zone': { type: 'TimeField' },
  timestamp: { type: 'DateTimeField' },
  'timestamp without time zone': { type: 'DateTimeField' },
  'timestamp with time zone': { type: 'DateTimeField' },
  timestamptz: { type: 'DateTimeField' },
  interval: { type: 'DurationField' },
  json: { type: 'JSONField' },
  jsonb: { type: 'JSONField' },
  bytea: { type: 'BinaryField' },
  inet: { type: 'GenericIPAddressField' },
};

const lengthTypes = new Set(['character varying', 'varchar', 'character', 'char', 'bpchar']);

/**
 * The field type of a PostgreSQL type as `format_type` or Drizzle writes it, such as `numeric(10,2)`.
 * @param isText whether the type is known to be text under another name: an enum.
 */
export function postgresType(dbType: string, isText = false): TypeDescription {
  const match = /^([^()]+?)\s*(?:\(([^)]*)\))?((?: with(?:out)? time zone)?)$/.exec(dbType.toLowerCase());
  const name = `${match?.[1]?.trim() ?? ''}${match?.[3] ?? ''}`;
  // An interval may name its fields: "interval day to second".
  const known = byName[name] ?? (name.startsWith('interval ') ? byName['interval'] : undefined);
  if (!known) return isText ? { type: 'CharField' } : { type: 'TextField', isOpaque: true };
  const [first, second] = (match?.[2] ?? '').split(',').map((part) => (part.trim() === '' ? undefined : Number(part)));
  if (known.type === 'DecimalField' && first !== undefined) return { ...known, maxDigits: first, decimalPlaces: Math.max(0, second ?? 0) };
  if (lengthTypes.has(name) && first !== undefined) return { ...known, maxLength: first };
  return (name === 'character' || name === 'char') && first === undefined ? { ...known, maxLength: 1 } : known;
}
