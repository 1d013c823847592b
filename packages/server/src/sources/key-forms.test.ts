import { randomUUID } from 'node:crypto';
import cuid1 from '@bugsnag/cuid';
import { createId } from '@paralleldrive/cuid2';
import { ulid } from 'ulid';
import { v1, v5, v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { formOfTexts, formOfUuids } from './key-forms.ts';

const several = (make: () => string): string[] => Array.from({ length: 6 }, make);

describe('the form of keys', () => {
  it.each<[string, () => string, RegExp]>([
    ['UUIDs', randomUUID, /^[0-9a-f-]{36}$/],
    ['UUIDs', () => randomUUID().toUpperCase(), /^[0-9A-F-]{36}$/],
    ['UUIDs', () => randomUUID().replaceAll('-', ''), /^[0-9a-f]{32}$/],
    ['UUIDs of version 7', () => v7(), /^[0-9a-f-]{14}7[0-9a-f-]{21}$/],
    ['UUIDs of version 7', () => v7().replaceAll('-', '').toUpperCase(), /^[0-9A-F]{12}7[0-9A-F]{19}$/],
    ['ULIDs', () => ulid(), /^[0-9A-Z]{26}$/],
    ['ULIDs', () => ulid().toLowerCase(), /^[0-9a-z]{26}$/],
    ['cuids', () => cuid1(), /^c[0-9a-z]{24}$/],
    ['cuids of version 2', createId, /^[a-z][0-9a-z]{23}$/],
  ])('is known of %s', (name, make, pattern) => {
    const form = formOfTexts(several(make));
    expect(form?.name).toBe(name);
    expect(form?.make()).toMatch(pattern);
    expect(form?.make()).not.toBe(form?.make());
    expect(formOfTexts([...several(make), 'first'])).toBeUndefined();
  });

  it('is not guessed', () => {
    for (const keys of [[], ['de', 'fr'], several(() => v1()), [randomUUID().replaceAll('-', '')], [createId()], [ulid(), cuid1()]])
      expect(formOfTexts(keys)).toBeUndefined();
  });

  it('is that of random UUIDs in a column of these, unless they are made of names', () => {
    expect(formOfUuids([])?.name).toBe('UUIDs');
    expect(formOfUuids(several(() => v1()))?.name).toBe('UUIDs');
    expect(formOfUuids([...several(() => v7()), randomUUID()])?.name).toBe('UUIDs');
    expect(formOfUuids(several(() => v7().toUpperCase()))?.name).toBe('UUIDs of version 7');
    expect(formOfUuids([randomUUID(), v5('a', randomUUID())])).toBeUndefined();
  });
});
