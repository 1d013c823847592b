import { bigRange } from '../../model/field-types/integer.ts';
import { columnTypes, type TypeDescription } from '../type-description.ts';
import { sqliteTypes } from './types.ts';

const integer: TypeDescription = { type: 'IntegerField', range: bigRange };

const byName = columnTypes(sqliteTypes);

/** The field type for a column's declared type; for unknown types, SQLite's affinity rules decide. */
export function sqliteType(declared: string): TypeDescription {
  const [, name = '', size = ''] = /^([^(]*?)\s*(?:\(([^)]*)\))?\s*$/.exec(declared.toLowerCase().trim()) ?? [];
  const [first, second] = size.split(',').map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : undefined));
  const base = byName.get(name);
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
