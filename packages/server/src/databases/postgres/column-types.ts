import { columnTypes, type TypeDescription } from '../type-description.ts';
import { hasInfinity, postgresTypes } from './types.ts';

const byName = columnTypes(postgresTypes);

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
  const base = byName.get(name) ?? (name.startsWith('interval ') ? byName.get('interval') : undefined);
  if (!base) return isText ? { type: 'CharField' } : { type: 'TextField', isOpaque: true };
  const [first, second] = (match?.[2] ?? '').split(',').map((part) => (part.trim() === '' ? undefined : Number(part)));
  if (base.type === 'DecimalField' && first !== undefined) return decimal(first, second ?? 0);
  if (lengthTypes.has(name) && first !== undefined) return { ...base, maxLength: first };
  return (name === 'character' || name === 'char') && first === undefined ? { ...base, maxLength: 1 } : base;
}
