import { type FieldType, InvalidValue, never } from '../field-type.ts';

/** The keys of linked rows; filtered by membership, sorted by their count. Its SQL is in `sql/links.ts`. */
export const manyToManyField: FieldType = {
  name: 'ManyToManyField',
  traits: { isRelation: true, isList: true, isUnlisted: true },
  compares: 'as equal',
  parse(text, field) {
    if (!field.inner) throw new InvalidValue('The target of this field has no key.');
    return field.inner.type.parse(text, field.inner);
  },
  jsonSchema: ({ inner }) => ({ type: 'array', items: inner?.type.jsonSchema(inner) ?? {} }),
  json: { postgres: (column) => column, sqlite: (column) => column },
  bindSqlite(value, field) {
    return field.inner?.type.bindSqlite ? field.inner.type.bindSqlite(value, field.inner) : value;
  },
  positions: { postgres: never, sqlite: never },
};
