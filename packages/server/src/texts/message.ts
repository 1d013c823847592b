import { type CodeKey, english, englishCodes } from './english.ts';

/** The texts of the catalogues, by their keys. */
type English = typeof english & Readonly<Record<CodeKey, ''>>;

/** The key of a text. */
export type TextKey = keyof English;

/** A text with a form for each kind of number that its language has. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }>;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `^${infer Plain}` ? Plain : Name) | Names<Rest>
  : never;
type Texts<Entry> = Entry extends string ? Entry : Entry[keyof Entry];

/** The names of the parameters of a text. */
export type ParameterName<Key extends TextKey> = Names<Texts<English[Key]>>;

/** A text for users: one of the host application, which stays as it is, or a message of the service. */
export type Said = string | Message;

/** The value of a parameter; of a list, each value is written, with what separates the members of a list between them. */
export type ParameterValue = Said | number | readonly (Said | number)[];

type Parameters<Key extends TextKey> = Readonly<Record<ParameterName<Key>, ParameterValue>>;

/** A message of the service: the key of its text, and the values of its parameters. It is written when its reader's language is known. */
export class Message {
  readonly key: TextKey;
  readonly parameters: Readonly<Record<string, ParameterValue>>;

  constructor(key: TextKey, parameters: Readonly<Record<string, ParameterValue>>) {
    this.key = key;
    this.parameters = parameters;
  }

  /** In English, as in logs. */
  toString(): string {
    return written(this, usual);
  }

  /** In English too: an answer in another language is written by `writtenIn`. */
  toJSON(): string {
    return this.toString();
  }
}

/** Whether a value is a text for users. */
export function isSaid(value: unknown): value is Said {
  return typeof value === 'string' || value instanceof Message;
}

/** A message of the service. */
export function say<Key extends TextKey>(key: Key, ...parameters: [ParameterName<Key>] extends [never] ? [] : [Parameters<Key>]): Message {
  return new Message(key, parameters[0] ?? {});
}

/** The texts of one language. */
export interface Wording {
  /** Its tag of BCP 47. */
  readonly tag: string;
  /** What stands between the members of a list. */
  readonly separator: string;
  readonly texts: Readonly<Record<TextKey, string | PluralForms>>;
}

/** The wording of logs, and of answers for which no language was asked. */
export const usual: Wording = { tag: 'en', separator: ', ', texts: { ...english, ...englishCodes } };

/** A text in a language. */
export function written(said: Said, wording: Wording): string {
  if (typeof said === 'string') return said;
  const { texts, separator, tag } = wording;
  const value = (name: string): string => {
    const parameter = said.parameters[name] ?? '';
    const all = Array.isArray(parameter) ? (parameter as readonly (Said | number)[]) : [parameter as Said | number];
    return all.map((each) => (typeof each === 'number' ? String(each) : written(each, wording))).join(separator);
  };
  return formOf(texts[said.key], said.parameters['count'], tag).replace(/\{(\^?)(\w+)\}/g, (_, mark: string, name: string) =>
    mark === '' ? value(name) : capital(value(name)),
  );
}

/** A value whose messages, at any depth, are written in a language. */
export function writtenIn<T>(value: T, wording: Wording): T;
export function writtenIn(value: unknown, wording: Wording): unknown {
  if (value instanceof Message) return written(value, wording);
  if (Array.isArray(value)) return value.map((each: unknown) => writtenIn(each, wording));
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, writtenIn(each as unknown, wording)]))
    : value;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

const rules = new Map<string, Intl.PluralRules>();

function formOf(entry: string | PluralForms, count: ParameterValue | undefined, tag: string): string {
  if (typeof entry === 'string') return entry;
  const pluralRules = rules.get(tag) ?? new Intl.PluralRules(tag);
  rules.set(tag, pluralRules);
  return entry[pluralRules.select(Number(count))] ?? entry.other;
}

function capital(value: string): string {
  return `${value.slice(0, 1).toUpperCase()}${value.slice(1)}`;
}
