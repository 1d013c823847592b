import { describe, expect, it } from 'vitest';
import { isLogo, logoOf } from './brand.ts';

describe('the logo of a brand', () => {
  it.each([
    'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E',
    'data:image/svg+xml;utf8,%3Csvg/%3E',
    'data:image/svg+xml;charset=utf-8;base64,PHN2Zy8+',
    'data:image/png;base64,iVBORw0KGgo=',
    '/static/logo.svg?v=2',
    '/bilder/zeichen-für-alle.svg',
  ])('is a picture in itself, or a path: %s', (text) => {
    expect(isLogo(text)).toBe(true);
    expect(logoOf(text)).toEqual({ light: text, dark: text });
  });

  it.each([
    '',
    'logo.svg',
    'https://images.example.com/logo.svg',
    '//images.example.com/logo.svg',
    '/\\images.example.com/logo.svg',
    '/\t/images.example.com/logo.svg',
    '/logo.svg\n',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload="alert(1)">',
    'data:image/png;base64,',
    `data:image/png;base64,${'A'.repeat(100_000)}`,
  ])('is nothing else: %s', (text) => {
    expect(isLogo(text)).toBe(false);
    expect(logoOf({ light: '/logo.svg', dark: text })).toBeUndefined();
  });
});
