import type { ModelSchema } from '@grimoire/protocol';
import { expect, it } from 'vitest';
import { madeKeysOf } from './key-fields.ts';

it('leaves out the keys that are made where none is sent, and no other field with a default', () => {
  const fields = [
    { name: 'id', has_default: true },
    { name: 'due', has_default: true },
  ];
  const schema = { pk_field: 'id', fields } as unknown as ModelSchema;
  expect([...madeKeysOf(schema)]).toEqual(['id']);
  expect([...madeKeysOf({ ...schema, fields: [{ name: 'id' }] } as unknown as ModelSchema)]).toEqual([]);
});
