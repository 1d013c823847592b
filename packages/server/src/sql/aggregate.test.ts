import { expect, it } from 'vitest';
import { fieldTypes } from '../model/field-types/all.ts';
import type { FieldType } from '../model/field-type.ts';
import { postgresDialect, sqliteDialect } from '../test-models/dialects.ts';

it('each dialect has the sums and extremes of every type that has them, and of no other', () => {
  for (const { types } of [sqliteDialect, postgresDialect]) {
    for (const { name, totals, traits } of Object.values<FieldType>(fieldTypes)) {
      const { total, extreme } = types[name];
      expect([name, total !== undefined, extreme !== undefined]).toEqual([name, totals !== undefined, traits.hasExtremes === true]);
    }
  }
});
