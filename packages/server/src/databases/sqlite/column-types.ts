import { bigRange } from '../../model/field-types/integer.ts';
import type { TypeDescription } from '../type-description.ts';

const integer: TypeDescription = { type: 'IntegerField', range: bigRange };

/** Numbers that SQLite stores as 8-byte floats. */
const doubles = { exactDigits: 15, hasInfinity: true, hasNoNaN: true } as const;

const byName: Readonly<Record<string, TypeDescription>> = {
  bigint: { type: 'BigIntegerField', range: bigRange },
  'unsigned big int': { type: 'BigIntegerField', range: bigRange },
  int8: { type: 'BigIntegerField', range: bigRange },
  smallint: { type: 'SmallIntegerField', range: bigRange },
  int2: { type: 'SmallIntegerField', range: bigRange },
  'integer unsigned': { type: 'PositiveIntegerField', range: bigRange },
  boolean: { type: 'BooleanField' },
  bool: { type: 'BooleanField' },
  numeric: { type: 'DecimalField', limits: doubles },
  decimal: { type: 'DecimalField', limits: doubles },
  money: { type: 'DecimalField', limits: doubles },
  date: { type: 'DateField' },
  time: { type: 'TimeField' },
  datetime: { type: 'DateTimeField', storage: 'text', isZoneless: true },
  timestamp: { type: 'DateTimeField', storage: 'text', isZoneless: true },
  timestamptz: { type: 'DateTimeField', storage: 'text' },
  'timestamp with time zone': { type: 'DateTimeField', storage: 'text' },
  interval: { type: 'DurationField', storage: 'text' },
  json: { type: 'JSONField', limits: doubles },
  jsonb: { type: 'JSONField', limits: doubles },
  uuid: { type: 'UUIDField' },
  guid: { type: 'UUIDField' },
  uniqueidentifier: { type: 'UUIDField' },
  inet: { type: 'GenericIPAddressField' },
};

/** The field type for a column's declared type; for unknown types, SQLite's affinity rules decide. */
export function sqliteType(declared: string): TypeDescription {
  const [, name = '', size = ''] = /^([^(]*?)\s*(?:\(([^)]*)\))?\s*$/.exec(declared.toLowerCase().trim()) ?? [];
  const [first, second] = size.split(',').map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : undefined));
  const base = byName[name];
  if (base?.type === 'DecimalField') {
    return first === undefined ? base : { ...base, maxDigits: first, decimalPlaces: second ?? 0 };
  }
  if (base) return base;
  if (name.includes('int')) return integer;
  if (/char|clob|text/.test(name)) return { type: 'CharField', ...(first === undefined ? {} : { maxLength: first }) };
  if (name === 'blob' || name.includes('binary')) return { type: 'BinaryField' };
  if (/real|floa|doub/.test(name)) return { type: 'FloatField', limits: { hasNoNaN: true } };
  return { type: 'TextField', isOpaque: true };
}
