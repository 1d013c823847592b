/** What the queries of a picker have in their keys: they ask for keys and labels alone. */
export const pickerMeta = { autocomplete: true } as const;
