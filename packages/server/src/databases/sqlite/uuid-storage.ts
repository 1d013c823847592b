import type { Storage, UuidStorage } from '../../model/field.ts';

/** The form of a UUID that a column has: its storage class, and its text or the digits of its bytes. Undefined for text in lower case with hyphens. */
export function uuidStorage(storageClass: string, value: string): UuidStorage | undefined {
  const isDigits = /^[0-9a-f]{32}$/i.test(value);
  if (storageClass === 'blob') return isDigits ? 'bytes' : undefined;
  const isUpper = /[A-F]/.test(value) && !/[a-f]/.test(value);
  if (isDigits) return isUpper ? 'upper case digits' : 'digits';
  return isUpper ? 'upper case' : undefined;
}

/** A UUID, which is given in lower case with hyphens, in the form of its column. */
export function storedUuid(value: string, storage: Storage): string | Uint8Array {
  const digits = value.replaceAll('-', '');
  if (storage === 'bytes') return Buffer.from(digits, 'hex');
  if (storage === 'upper case') return value.toUpperCase();
  if (storage === 'upper case digits') return digits.toUpperCase();
  return storage === 'digits' ? digits : value;
}
