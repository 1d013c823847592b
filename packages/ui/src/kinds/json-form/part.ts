/** An object of JSON. */
export type Members = Readonly<Record<string, unknown>>;

/** What an input for a part of a value is made of. */
export type Shape =
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'list'; readonly item: () => Part; readonly most: number }
  | { readonly kind: 'text'; readonly format: TextFormat }
  | { readonly kind: 'number'; readonly isWhole: boolean }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  /** One of several objects, which a member tells apart. */
  | { readonly kind: 'variants'; readonly name: string; readonly title: string; readonly variants: readonly Variant[] }
  /** Anything else, which is written as JSON. */
  | { readonly kind: 'json' };

export type TextFormat = 'plain' | 'long' | 'date' | 'time' | 'date-time' | 'email' | 'uri';

export interface Option {
  readonly value: unknown;
  readonly text: string;
}

/** A part of a value, as its schema describes it. */
export interface Part {
  readonly shape: Shape;
  readonly title: string | undefined;
  readonly help: string | undefined;
  readonly isNullable: boolean;
  readonly isReadOnly: boolean;
  /** The value of a new one; undefined where the schema says none. */
  readonly preset: unknown;
}

/** A part of which nothing is said. */
export const anyPart: Part = {
  shape: { kind: 'json' },
  title: undefined,
  help: undefined,
  isNullable: false,
  isReadOnly: false,
  preset: undefined,
};

export interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  /** It is asked for where there is a value: a schema may contain itself. */
  readonly part: () => Part;
}

export interface Variant extends Option {
  readonly part: Part;
}

/** Whether a value is an object of JSON. A number of many digits is an object of a class. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
}

/** What stands for a member whose schema has no title: `unit_price` and `unitPrice` are "Unit price". */
export function titleOf(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, (_all, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** Reads a schema, which the service has checked. */
export function partOf(root: Members, schema: unknown = root): Part {
  const own = resolved(root, schema, new Set());
  const { title, description, readOnly } = own.schema;
  return {
    shape: shapeOf(root, own.schema),
    title: typeof title === 'string' ? title : undefined,
    help: typeof description === 'string' ? description : undefined,
    isNullable: own.isNullable,
    isReadOnly: readOnly === true,
    preset: Object.hasOwn(own.schema, 'const') ? own.schema['const'] : own.schema['default'],
  };
}

interface Resolved {
  readonly schema: Members;
  readonly isNullable: boolean;
}

/** A schema with what it refers to, and without the null that it allows beside something else. */
function resolved(root: Members, given: unknown, above: ReadonlySet<unknown>): Resolved {
  if (!isMembers(given) || above.has(given)) return { schema: {}, isNullable: false };
  const inner = (part: unknown): Resolved => resolved(root, part, new Set([...above, given]));
  const { $ref: ref, allOf, ...own } = given;
  if (typeof ref === 'string') {
    const { schema, isNullable } = inner(referred(root, ref));
    return { schema: { ...schema, ...own }, isNullable };
  }
  if (Array.isArray(allOf))
    return {
      schema: together(
        own,
        allOf.map((part) => inner(part).schema),
      ),
      isNullable: false,
    };
  return withoutNull(own, inner);
}

function withoutNull(schema: Members, inner: (part: unknown) => Resolved): Resolved {
  const { type, enum: values, ...own } = schema;
  if (Array.isArray(type) && type.includes('null')) {
    const others = (type as readonly unknown[]).filter((each) => each !== 'null');
    return { schema: { ...withoutNullValue(schema), type: others.length === 1 ? others[0] : others }, isNullable: true };
  }
  if (Array.isArray(values) && values.includes(null)) return { schema: withoutNullValue(schema), isNullable: true };
  for (const name of ['anyOf', 'oneOf']) {
    const { [name]: branches, ...rest } = own;
    if (!Array.isArray(branches)) continue;
    const others = (branches as readonly unknown[]).filter((branch) => !isNull(branch));
    const hasNull = others.length < branches.length;
    if (others.length !== 1) return { schema: { ...schema, [name]: others }, isNullable: hasNull };
    const only = inner(others[0]);
    return { schema: { ...only.schema, ...rest }, isNullable: hasNull || only.isNullable };
  }
  return { schema, isNullable: false };
}

function isNull(schema: unknown): boolean {
  const { type: json } = isMembers(schema) ? schema : {};
  return json === 'null';
}

function withoutNullValue({ enum: values, ...own }: Members): Members {
  return Array.isArray(values) ? { ...own, enum: (values as readonly unknown[]).filter((each) => each !== null) } : own;
}

/** Several objects that are one; what is none of objects alone is written as JSON. */
function together(own: Members, parts: readonly Members[]): Members {
  const [only] = parts;
  if (parts.length === 1 && only && !own['properties']) return { ...only, ...own };
  const all = [own, ...parts];
  if (!parts.every((part) => isMembers(part['properties']))) return { title: own['title'], description: own['description'] };
  return {
    ...own,
    type: 'object',
    properties: Object.assign({}, ...all.map(({ properties }) => (isMembers(properties) ? properties : {}))) as Members,
    required: all.flatMap(({ required }) => (Array.isArray(required) ? (required as readonly unknown[]) : [])),
  };
}

function referred(root: Members, ref: string): unknown {
  const steps = ref.split('/').slice(1);
  return steps.reduce<unknown>((part, step) => {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof part === 'object' && part !== null && Object.hasOwn(part, name) ? (part as Members)[name] : undefined;
  }, root);
}

function shapeOf(root: Members, schema: Members): Shape {
  const { type: json, enum: values, oneOf, anyOf, properties, items, maxItems } = schema;
  if (Array.isArray(values)) return { kind: 'choice', options: values.map(plainOption) };
  if (Object.hasOwn(schema, 'const')) return { kind: 'choice', options: [plainOption(schema['const'])] };
  const branches = [oneOf, anyOf].find((list): list is readonly unknown[] => Array.isArray(list));
  if (branches) return choiceOf(branches) ?? variantsOf(root, branches) ?? { kind: 'json' };
  if (isMembers(properties) && (json === undefined || json === 'object'))
    return { kind: 'object', members: membersOf(root, properties, schema['required']) };
  if (json === 'array' && isMembers(items))
    return { kind: 'list', item: () => partOf(root, items), most: typeof maxItems === 'number' ? maxItems : Infinity };
  if (json === 'string') return { kind: 'text', format: formatOf(schema) };
  if (json === 'number' || json === 'integer') return { kind: 'number', isWhole: json === 'integer' };
  return json === 'boolean' ? { kind: 'flag' } : { kind: 'json' };
}

function plainOption(value: unknown): Option {
  return { value, text: typeof value === 'string' ? value : JSON.stringify(value) };
}

const formats: ReadonlyMap<unknown, TextFormat> = new Map(
  (['date', 'time', 'date-time', 'email', 'uri'] as const).map((name) => [name, name] as const),
);

function formatOf({ format, maxLength, contentMediaType }: Members): TextFormat {
  if (format === 'textarea' || (typeof maxLength === 'number' && maxLength > 250)) return 'long';
  if (typeof contentMediaType === 'string' && contentMediaType.startsWith('text/')) return 'long';
  return formats.get(format) ?? 'plain';
}

/** Constants with titles: how JSON Schema names the values of a choice. */
function choiceOf(branches: readonly unknown[]): Shape | undefined {
  if (!branches.every((branch): branch is Members => isMembers(branch) && Object.hasOwn(branch, 'const'))) return undefined;
  const options = branches.map((branch) => {
    const option = plainOption(branch['const']);
    return typeof branch['title'] === 'string' ? { ...option, text: branch['title'] } : option;
  });
  return { kind: 'choice', options };
}

function membersOf(root: Members, properties: Members, required: unknown): Member[] {
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, schema]) => ({ name, isRequired: names.includes(name), part: () => partOf(root, schema) }));
}

function variantsOf(root: Members, branches: readonly unknown[]): Shape | undefined {
  const schemas = branches.map((branch) => resolved(root, branch, new Set()).schema);
  const [first] = schemas;
  const properties = first?.['properties'];
  if (!isMembers(properties)) return undefined;
  for (const name of Object.keys(properties)) {
    const values = schemas.map((schema) => constantOf(schema, name));
    if (values.includes(undefined) || new Set(values).size < values.length) continue;
    const variants = schemas.map((schema, index): Variant => {
      const option = plainOption(values[index]);
      const part = partOf(root, withoutMember(schema, name));
      return { ...option, text: part.title ?? option.text, part };
    });
    return { kind: 'variants', name, title: partOf(root, properties[name]).title ?? titleOf(name), variants };
  }
  return undefined;
}

/** The only value that a member may have. */
function constantOf({ properties }: Members, name: string): unknown {
  const member = isMembers(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!isMembers(member)) return undefined;
  const { const: value, enum: values } = member;
  const only = value ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
  return typeof only === 'string' || typeof only === 'number' || typeof only === 'boolean' ? only : undefined;
}

function withoutMember(schema: Members, name: string): Members {
  const { [name]: _, ...properties } = schema['properties'] as Members;
  return { ...schema, properties };
}
