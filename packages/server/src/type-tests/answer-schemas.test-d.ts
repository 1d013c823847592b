/** Type tests of the JSON schemas of answers, run by `npm run types`; a line marked as an error must be one. */
import type { Key } from '@grimoire/protocol';
import {
  anyOf,
  boolean,
  choiceOf,
  constant,
  integer,
  key,
  list,
  nullableText,
  objectOf,
  optional,
  recordOf,
  referencesTo,
  type SchemaOf,
  type SchemasOf,
  scalar,
  text,
} from '../openapi/shapes.ts';

interface Part {
  readonly id: Key;
  readonly note?: string;
}

interface Answer {
  readonly name: string;
  readonly note: string | null;
  readonly kind: 'new' | 'old';
  readonly late?: true;
  readonly parts: readonly Part[];
  readonly counts: Readonly<Record<string, number>>;
}

const part = objectOf<Part>({ id: key, note: optional(text) });
const rest = { late: optional(constant(true)), parts: list(part), counts: recordOf(integer) };
const kind = choiceOf('new', 'old');

export const right: SchemaOf<Answer> = objectOf<Answer>({ name: text, note: nullableText, kind, ...rest });

// @ts-expect-error a member is missing
objectOf<Answer>({ name: text, kind, ...rest });
// @ts-expect-error an optional member is missing
objectOf<Part>({ id: key });
// @ts-expect-error the type has no such member
objectOf<Answer>({ name: text, note: nullableText, kind, ...rest, more: text });
// @ts-expect-error it may be null
objectOf<Answer>({ name: text, note: text, kind, ...rest });
// @ts-expect-error it is never null
objectOf<Answer>({ name: nullableText, note: nullableText, kind, ...rest });
// @ts-expect-error one value too few
objectOf<Answer>({ name: text, note: nullableText, kind: choiceOf('new'), ...rest });
// @ts-expect-error one value too many
objectOf<Answer>({ name: text, note: nullableText, kind: choiceOf('new', 'old', 'odd'), ...rest });
// @ts-expect-error any text
objectOf<Answer>({ name: text, note: nullableText, kind: text, ...rest });
// @ts-expect-error it is required
objectOf<Part>({ id: optional(key), note: optional(text) });
// @ts-expect-error it is optional
objectOf<Part>({ id: key, note: text });
// @ts-expect-error it is never false
objectOf<Pick<Answer, 'late'>>({ late: optional(boolean) });
// @ts-expect-error no list
objectOf<Pick<Answer, 'parts'>>({ parts: part });
// @ts-expect-error the elements lack a member
objectOf<Pick<Answer, 'parts'>>({ parts: list(objectOf({ id: key })) });
// @ts-expect-error values of another type
objectOf<Pick<Answer, 'counts'>>({ counts: recordOf(text) });
// @ts-expect-error a schema that is written out has no type
objectOf<Pick<Answer, 'name'>>({ name: { type: 'string' } });

type Sharing = { readonly kind: 'own' } | { readonly kind: 'group'; readonly group: number };

// Of a union: the members of its variants in one object, or a schema for each variant.
export const flat: SchemaOf<Sharing> = objectOf<Sharing>({ kind: choiceOf('own', 'group'), group: optional(integer) });
export const variants: SchemaOf<Sharing> = anyOf(
  objectOf<Extract<Sharing, { kind: 'own' }>>({ kind: choiceOf('own') }),
  objectOf<Extract<Sharing, { kind: 'group' }>>({ kind: choiceOf('group'), group: integer }),
);
// @ts-expect-error not every variant has it
objectOf<Sharing>({ kind: choiceOf('own', 'group'), group: integer });
// @ts-expect-error a variant is missing
export const variant: SchemaOf<Sharing> = anyOf(objectOf<Extract<Sharing, { kind: 'own' }>>({ kind: choiceOf('own') }), scalar('null'));

interface Types {
  readonly Part: Part;
  readonly Answer: Answer;
}
const refTo = referencesTo<Types>();
export const reference: SchemaOf<Pick<Answer, 'parts'>> = objectOf<Pick<Answer, 'parts'>>({ parts: list(refTo('Part')) });
// @ts-expect-error the schema of another type
objectOf<Pick<Answer, 'parts'>>({ parts: list(refTo('Answer')) });
// @ts-expect-error no schema has this name
refTo('Parts');
// @ts-expect-error a schema is missing
export const schemas: SchemasOf<Types> = { Part: part };
