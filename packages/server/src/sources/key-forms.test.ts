import { randomUUID } from 'node:crypto';
import cuid1 from '@bugsnag/cuid';
import { createId } from '@paralleldrive/cuid2';
import { describe, expect, it } from 'vitest';
import { loadCuid } from './cuids.ts';
import { formOfTexts, formOfUuids } from './key-forms.ts';
import { ulid, uuid7 } from './random-ids.ts';

/** UUIDs of a time and a network card, and of a name. */
const v1 = (): string => `${randomUUID().slice(0, 14)}1${randomUUID().slice(15)}`;
const v5 = `${randomUUID().slice(0, 14)}5${randomUUID().slice(15)}`;

const several = (make: () => string): string[] => Array.from({ length: 6 }, make);

describe('the form of keys', () => {
  it.each<[string, () => string, RegExp]>([
    ['UUIDs', randomUUID, /^[0-9a-f-]{36}$/],
    ['UUIDs', () => randomUUID().toUpperCase(), /^[0-9A-F-]{36}$/],
    ['UUIDs', () => randomUUID().replaceAll('-', ''), /^[0-9a-f]{32}$/],
    ['UUIDs of version 7', () => uuid7(), /^[0-9a-f-]{14}7[0-9a-f-]{21}$/],
    ['UUIDs of version 7', () => uuid7().replaceAll('-', '').toUpperCase(), /^[0-9A-F]{12}7[0-9A-F]{19}$/],
    ['ULIDs', () => ulid(), /^[0-9A-Z]{26}$/],
    ['ULIDs', () => ulid().toLowerCase(), /^[0-9a-z]{26}$/],
    ['cuids', () => cuid1(), /^c[0-9a-z]{24}$/],
    ['cuids of version 2', createId, /^[a-z][0-9a-z]{23}$/],
  ])('is known of %s', async (name, make, pattern) => {
    const form = formOfTexts(several(make));
    expect(form?.name).toBe(name);
    const newKey = typeof form?.make === 'number' ? await loadCuid(form.make) : form?.make;
    expect(newKey?.()).toMatch(pattern);
    expect(newKey?.()).not.toBe(newKey?.());
    expect(formOfTexts([...several(make), 'first'])).toBeUndefined();
  });

  it('is not guessed', () => {
    for (const keys of [[], ['de', 'fr'], several(v1), [randomUUID().replaceAll('-', '')], [createId()], [ulid(), cuid1()]])
      expect(formOfTexts(keys)).toBeUndefined();
  });

  it('is that of random UUIDs in a column of these, unless they are made of names', () => {
    expect(formOfUuids([])?.name).toBe('UUIDs');
    expect(formOfUuids(several(v1))?.name).toBe('UUIDs');
    expect(formOfUuids([...several(() => uuid7()), randomUUID()])?.name).toBe('UUIDs');
    expect(formOfUuids(several(() => uuid7().toUpperCase()))?.name).toBe('UUIDs of version 7');
    expect(formOfUuids([randomUUID(), v5])).toBeUndefined();
  });
});
