import { bigRange, integerRange, smallRange } from '../../model/field-types/integer.ts';
import type { TypeDescription } from '../type-description.ts';

/** The type also has positive and negative infinity. */
const hasInfinity = { hasInfinity: true } as const;

const byName: Readonly<Record<string, TypeDescription>> = {
  smallint: { type: 'SmallIntegerField', range: smallRange },
  smallserial: { type: 'SmallIntegerField', range: smallRange },
  integer: { type: 'IntegerField', range: integerRange },
  serial: { type: 'IntegerField', range: integerRange },
  bigint: { type: 'BigIntegerField', range: bigRange },
  bigserial: { type: 'BigIntegerField', range: bigRange },
  real: { type: 'FloatField', limits: { isSingle: true } },
  'double precision': { type: 'FloatField' },
  numeric: { type: 'DecimalField', limits: hasInfinity },
  decimal: { type: 'DecimalField', limits: hasInfinity },
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
  date: { type: 'DateField', limits: hasInfinity },
  time: { type: 'TimeField' },
  'time without time zone': { type: 'TimeField' },
  timestamp: { type: 'DateTimeField', limits: hasInfinity, isZoneless: true },
  'timestamp without time zone': { type: 'DateTimeField', limits: hasInfinity, isZoneless: true },
  'timestamp with time zone': { type: 'DateTimeField', limits: hasInfinity },
  timestamptz: { type: 'DateTimeField', limits: hasInfinity },
  interval: { type: 'DurationField' },
  json: { type: 'JSONField' },
  jsonb: { type: 'JSONField' },
  bytea: { type: 'BinaryField' },
  inet: { type: 'GenericIPAddressField' },
  tsvector: { type: 'TextField', isOpaque: true, isForSearch: true },
};

/** `numeric(5,-2)` holds five digits and rounds to hundreds. */
function decimal(precision: number, scale: number): TypeDescription {
  if (scale >= 0) return { type: 'DecimalField', maxDigits: precision, decimalPlaces: scale, limits: hasInfinity };
  return { type: 'DecimalField', maxDigits: precision - scale, decimalPlaces: 0, limits: { ...hasInfinity, roundedDigits: -scale } };
}

const lengthTypes = new Set(['character varying', 'varchar', 'character', 'char', 'bpchar']);

/**
 * The field type of a PostgreSQL type in the notation of `format_type` or Drizzle, such as `numeric(10,2)`.
 * @param isText whether the type is known to be text under another name: an enum.
 */
export function postgresType(dbType: string, isText = false): TypeDescription {
  const match = /^([^()]+?)\s*(?:\(([^)]*)\))?((?: with(?:out)? time zone)?)$/.exec(dbType.toLowerCase());
  const name = `${match?.[1]?.trim() ?? ''}${match?.[3] ?? ''}`;
  // An interval may name its fields: "interval day to second".
  const base = byName[name] ?? (name.startsWith('interval ') ? byName['interval'] : undefined);
  if (!base) return isText ? { type: 'CharField' } : { type: 'TextField', isOpaque: true };
  const [first, second] = (match?.[2] ?? '').split(',').map((part) => (part.trim() === '' ? undefined : Number(part)));
  if (base.type === 'DecimalField' && first !== undefined) return decimal(first, second ?? 0);
  if (lengthTypes.has(name) && first !== undefined) return { ...base, maxLength: first };
  return (name === 'character' || name === 'char') && first === undefined ? { ...base, maxLength: 1 } : base;
}
