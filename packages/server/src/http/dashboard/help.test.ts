import { describe, expect, it } from 'vitest';
import { isHelpUrl } from './help.ts';

describe('the address of the documentation', () => {
  it.each(['https://help.example.com', 'https://example.com:8443/a?b=c#d', '/help/', '/', '/help?for=staff', '/hilfe/für/日本'])(
    'may be %s',
    (text) => {
      expect(isHelpUrl(text)).toBe(true);
    },
  );

  it.each([
    'http://help.example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    '//help.example.com',
    '/\\help.example.com',
    '/\u0085help',
    'https://',
    'https://user:word@example.com',
    'help.html',
    '',
    7,
    null,
  ])('is not %j', (text) => {
    expect(isHelpUrl(text)).toBe(false);
  });
});
