type Values = Readonly<Record<string, unknown>>;

/**
 * The name under which a form keeps the value of a field. The form library reads `a.b` and `a[0]` as paths, and finds
 * `constructor` in every object; columns may have such names.
 */
export function formName(field: string): string {
  const name = field.replace(/[.[\]"'%]/g, escaped);
  return name in Object.prototype ? escaped(name.charAt(0)) + name.slice(1) : name;
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

function fieldName(name: string): string {
  return name.replace(/%([\da-f]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Field values under the names that the form uses. */
export function toForm(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [formName(name), value]));
}

/** Values of the form under the names of the fields. */
export function fromForm(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [fieldName(name), value]));
}
