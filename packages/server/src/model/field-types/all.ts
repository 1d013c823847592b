import type { FieldTypeName } from '@grimoire/protocol';
import type { FieldType } from '../field-type.ts';
import * as named from './named.ts';

/** Every field type by its name in the API. */
export const fieldTypes: Readonly<Record<FieldTypeName, FieldType>> = named;

/** The same with what the compiler knows of each. */
type Named = typeof named;

/** The types of parameters. */
export type ParamType = { [N in FieldTypeName]: Named[N]['isParam'] extends true ? N : never }[FieldTypeName];

/** The names of the types that no form edits. */
export type NeverEdited = { [N in FieldTypeName]: Named[N]['traits'] extends { readonly isNeverEdited: true } ? N : never }[FieldTypeName];

/** The TypeScript type in the API of the values of a field type. */
export type WireOfType<T extends FieldTypeName> = NonNullable<Named[T]['$values']>['wire'];

/** The TypeScript type of a parameter's value in a request; never for a type that no parameter has. */
export type SentOfType<T extends FieldTypeName> = NonNullable<Named[T]['$values']>['sent'];
