/** A JSON object of an answer. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** The objects of a list; none where it is no list. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value)
    ? value.flatMap((item: unknown): JsonObject[] => {
        const object = objectOf(item);
        return object ? [object] : [];
      })
    : [];
}

/** The text of a value of an answer, as the oracle has it. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
