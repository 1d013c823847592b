import { useStore } from 'react-admin';

/**
 * A value that the browser remembers.
 * @param isValid whether a value has the expected form: another version, or anybody at the browser, may have written it.
 */
export function useStored<T>(key: string, fallback: T, isValid: (value: unknown) => value is T): [T, (value: T) => void] {
  const [value, set] = useStore<unknown>(key, fallback);
  return [isValid(value) ? value : fallback, set];
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
