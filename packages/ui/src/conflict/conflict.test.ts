import { describe, expect, it } from 'vitest';
import { field, schemaOf } from '../testing/schemas.ts';
import { changedElsewhere, fieldsToChoose, mergedValues, presetOf, type Versions } from './conflict.ts';

const schema = schemaOf('shop.Order', [
  field('number'),
  field('note'),
  field('status'),
  field('tags', { type: 'ArrayField' }),
  field('updated_at', { editable: false }),
  field('Line__count', { editable: false, related: 'count' }),
]);
const versions: Versions = {
  schema,
  before: { number: 'A-7', note: 'old', status: 'open', tags: ['a'], updated_at: 1, Line__count: 2 },
  mine: { number: 'A-7', note: 'mine', status: 'open', tags: ['a'], _inlines: [{ rows: [{ _pk: 1, amount: 2 }] }] },
  now: { number: 'A-7', note: 'theirs', status: 'paid', tags: ['a'], updated_at: 2, Line__count: 3 },
};
const names = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);

describe('two who changed one row', () => {
  it('choose of the fields that differ and that the other one changed', () => {
    expect(names(fieldsToChoose(versions))).toEqual(['note', 'status']);
    expect(names(changedElsewhere(versions))).toEqual(['updated_at']);
  });

  it('choose nothing of a field that the other one left as it was, and it is saved as mine', () => {
    const mine = { ...versions.mine, number: 'A-8' };
    expect(names(fieldsToChoose({ ...versions, mine }))).toEqual(['note', 'status']);
    expect(mergedValues({ ...versions, mine }, () => 'theirs')).toMatchObject({ number: 'A-8', note: 'theirs', status: 'paid' });
  });

  it('are each given what only they changed', () => {
    expect([presetOf(versions, 'note'), presetOf(versions, 'status')]).toEqual(['mine', 'theirs']);
  });

  it('lose nothing by the merge: what was not chosen is as the other one left it, and the lines are mine', () => {
    const merged = mergedValues(versions, (name) => presetOf(versions, name));
    expect(merged).toEqual({ ...versions.now, note: 'mine', _inlines: versions.mine['_inlines'] });
  });

  it('may take the other version whole', () => {
    expect(mergedValues({ ...versions, mine: { note: 'mine' } }, () => 'theirs')).toEqual(versions.now);
  });

  it('choose nothing of a field that the form did not hold', () => {
    expect(names(fieldsToChoose({ ...versions, mine: { note: 'mine' } }))).toEqual(['note']);
  });

  it('have nothing to choose where both made the same change', () => {
    const same: Versions = { ...versions, mine: { tags: ['a', 'b'] }, now: { tags: ['a', 'b'] } };
    expect(fieldsToChoose(same)).toEqual([]);
  });
});
