import { describe, expect, it } from 'vitest';
import { isSecretName, pluralOf, verboseNameOf } from './naming.ts';

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
    ['order', 'orders'],
    ['category', 'categories'],
    ['day', 'days'],
    ['status', 'statuses'],
    ['address', 'addresses'],
    ['box', 'boxes'],
    ['customers', 'customers'],
    ['invoices', 'invoices'],
  ])('more than one %s are %s', (name, plural) => {
    expect(pluralOf(name)).toBe(plural);
  });

  it.each([
    'password',
    'passwordHash',
    'user_passwd',
    'API_KEY',
    'apiKey',
    'private key',
    'reset-token',
    'clientSecret',
    'salt',
    'SecretAnswer',
  ])('%s is a secret', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each(['tokenizer', 'secretary', 'salty', 'basalt', 'key', 'api', 'keyboard', 'passport', 'public_key'])('%s is none', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});
