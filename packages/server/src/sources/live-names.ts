/** A table's name as the name of a model: PascalCase, without characters other than letters and digits. */
export function modelNameOf(table: string): string {
  const name = table
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');
  return name === '' ? 'Table' : name;
}

/** Unique names for the tables of one app: on a clash, regardless of case, a number is appended. */
export function uniqueNames(names: readonly string[], taken: readonly string[] = []): string[] {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return names.map((name) => {
    let unique = name;
    for (let number = 2; used.has(unique.toLowerCase()); number++) unique = `${name}${number}`;
    used.add(unique.toLowerCase());
    return unique;
  });
}

/** A schema's name as an app label. */
export function appLabelOf(schema: string): string {
  return schema.replace(/[^\p{L}\p{N}_-]+/gu, '_');
}
