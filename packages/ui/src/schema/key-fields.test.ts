import type { ModelSchema } from '@grimoire/protocol';
import { expect, it } from 'vitest';
import { madeKeysOf } from './key-fields.ts';

it('leaves out the keys that the service makes, and no other key or field with a default', () => {
  const fields = [{ name: 'id', has_default: true, made_key: true }, { name: 'position', has_default: true }, { name: 'due' }];
  const schema = { pk_field: 'pk', pk_fields: ['id', 'position'], fields } as unknown as ModelSchema;
  expect([...madeKeysOf(schema)]).toEqual(['id']);
});
