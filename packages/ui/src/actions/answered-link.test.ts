import { describe, expect, it } from 'vitest';
import { allowedLink } from './answered-link.tsx';

describe('the link of an answer of an action', () => {
  const where = { linkHosts: ['pay.example.com'], page: 'https://admin.example.com/admin/' };

  it.each<[unknown, string | undefined]>([
    ['/files/7.pdf', 'https://admin.example.com/files/7.pdf'],
    ['#/sales.Order/7', 'https://admin.example.com/admin/#/sales.Order/7'],
    ['https://admin.example.com/x', 'https://admin.example.com/x'],
    ['https://pay.example.com/p/1', 'https://pay.example.com/p/1'],
    ['http://pay.example.com/p/1', undefined],
    ['https://pay.example.com.evil.org/', undefined],
    ['https://other.example.com/', undefined],
    ['//other.example.com/', undefined],
    ['https://me:secret@pay.example.com/', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    [7, undefined],
    [undefined, undefined],
  ])('%j leads to %j', (link, address) => expect(allowedLink(link, where)?.href).toBe(address));
});
