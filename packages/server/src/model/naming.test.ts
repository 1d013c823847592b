import { describe, expect, it } from 'vitest';
import { enumLabels, verboseNameOf, verboseNameOfKey, withArticle } from './naming.ts';

describe('names', () => {
  it.each([
    ['createdAt', 'created at'],
    ['customer_id', 'customer id'],
    ['CustomerID', 'customer id'],
    ['HTTPStatus', 'http status'],
    ['überName', 'über name'],
    ['😀', '😀'],
  ])('%s is %s for people', (name, verbose) => {
    expect(verboseNameOf(name)).toBe(verbose);
  });

  it.each([
    ['team_id', 'team'],
    ['createdByUserId', 'created by user'],
    ['owner_uuid', 'owner'],
    ['id', 'id'],
    ['team', 'team'],
    // Another column is called that.
    ['parent_id', 'parent id'],
  ])('a foreign key %s is %s for people', (name, verbose) => {
    expect(verboseNameOfKey(name, ['id', 'parent', 'parent_id', name])).toBe(verbose);
  });

  it.each([
    'an order',
    'an audit log entry',
    'an item',
    'an émigré',
    'an uninvited guest',
    'an upload',
    'an hour',
    'an honour',
    'a user',
    'a unit',
    'a university',
    'a URL',
    'a European',
    'a one-off',
    'a house',
    'a book',
    'a 日本語',
  ])('%s has the article that fits', (text) => {
    expect(withArticle(text.replace(/^an? /, ''))).toBe(text);
  });
});

describe('enumLabels', () => {
  it.each([
    [
      ['in_progress', 'DONE', 'onHold', 'waiting-for-us'],
      ['In progress', 'Done', 'On hold', 'Waiting for us'],
    ],
    [
      ['open', 'PDF'],
      ['Open', 'PDF'],
    ],
    [
      ['EUR', 'USDT'],
      ['EUR', 'USDT'],
    ],
    [
      ['4.2 miles', 'far'],
      ['4.2 miles', 'far'],
    ],
  ])('reads %j as %j', (values, labels) => expect(enumLabels(values)).toEqual(labels));
});
