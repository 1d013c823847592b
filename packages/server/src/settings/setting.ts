import type { z } from 'zod';

/** What is common to both kinds of settings. */
interface Declaration<Value> {
  /** What a host may write: the start reports anything else. */
  readonly shape: z.ZodType;
  /**
   * Says what the dashboard's page gets, which is nothing by default. True: the value under the setting's name, null in place of undefined.
   * A function: members under other names, from the value and from all values.
   */
  readonly inPage?: true | ((value: Value, all: never) => object);
}

/** A setting that the service reads as the host writes it, or its default. */
export interface Setting<Value, Default extends Value | undefined = undefined> extends Declaration<Value | Default> {
  /** The value where the host writes none. */
  readonly default: Default;
  /** Corrects the value, such as the case of a host's name. `all` is what the host has written of the settings. */
  readonly correct?: (value: Value | Default, all: never) => Value | Default;
}

/** A setting of which the service reads something of another type than the host writes. */
export interface DerivedSetting<Given, Value> extends Declaration<Value> {
  /** Makes the value. May throw a `StartError`. `all` is what the host has written of the settings. */
  readonly derive: (given: Given | undefined, all: never) => Value;
}

/** What a host may write of the declared settings: each may be left out, or be undefined, as a variable of the environment is that is not set. */
export type Written<Declared> = {
  readonly [Name in keyof Declared]?:
    | (Declared[Name] extends DerivedSetting<infer Given, infer _Value>
        ? Given
        : Declared[Name] extends Setting<infer Value, infer _Default>
          ? Value
          : never)
    | undefined;
};

/** The values of the declared settings, as the service reads them. */
export type Resolved<Declared> = {
  readonly [Name in keyof Declared]: Declared[Name] extends DerivedSetting<infer _Given, infer Value>
    ? Value
    : Declared[Name] extends Setting<infer Value, infer Default>
      ? Value | Default
      : never;
};

type Together<Parts extends readonly object[]> = Parts extends readonly [infer First, ...infer Rest extends readonly object[]]
  ? First & Together<Rest>
  : unknown;

/** The declarations of several classes as one object. */
export function together<Parts extends readonly object[]>(...parts: Parts): Together<Parts> {
  return Object.assign({}, ...parts) as Together<Parts>;
}

type AnySetting = Declaration<unknown> & Partial<Setting<unknown, unknown> & DerivedSetting<unknown, unknown>>;

function entriesOf(declared: object): readonly (readonly [name: string, setting: AnySetting])[] {
  return Object.entries(declared);
}

/** The shapes of declared settings, by their names. */
export function shapesOf(declared: object): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(entriesOf(declared).map(([name, { shape }]) => [name, shape]));
}

/** Applies the defaults to what a host has written. A value that is null counts as left out. Throws what settings throw that are derived. */
export function resolve<Declared extends object>(declared: Declared, written: Written<Declared>): Resolved<Declared> {
  const valueOf = (name: string, setting: AnySetting): unknown => {
    const own = (written as Readonly<Record<string, unknown>>)[name] ?? undefined;
    if (setting.derive) return setting.derive(own, written as never);
    const value = own ?? setting.default;
    return setting.correct ? setting.correct(value, written as never) : value;
  };
  return Object.fromEntries(entriesOf(declared).map(([name, setting]) => [name, valueOf(name, setting)])) as Resolved<Declared>;
}

/** What the dashboard's page gets of the settings, in the order of their declarations. */
export function pageSettings<Declared extends object>(declared: Declared, all: Resolved<Declared>): Readonly<Record<string, unknown>> {
  const parts = entriesOf(declared).map(([name, { inPage }]): object => {
    const value = (all as Readonly<Record<string, unknown>>)[name];
    if (typeof inPage === 'function') return inPage(value, all as never);
    return inPage ? { [name]: value ?? null } : {};
  });
  return Object.assign({}, ...parts) as Readonly<Record<string, unknown>>;
}

/** The members that are not undefined: an environment variable that is not set counts as a setting that is left out. */
export function writtenIn<T extends object>(value: T | undefined): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
