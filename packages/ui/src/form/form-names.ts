type Values = Readonly<Record<string, unknown>>;

/**
 * Where a form keeps the value of a field. The form's library takes `a.b` and `a[0]` for ways into a value, and finds
 * `constructor` in every object; columns may well be called so.
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

/** Values by fields as a form keeps them. */
export function toForm(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [formName(name), value]));
}

/** What a form keeps as values by fields. */
export function fromForm(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [fieldName(name), value]));
}
