import { describe, expect, it } from 'vitest';
import { faviconOf } from './favicon.ts';

describe('the icon of the window', () => {
  it('is the first letter on the color of the brand, whatever these are', () => {
    expect(decodeURIComponent(faviconOf({ name: 'shop', accent: '#123456' }))).toMatch(/fill="#123456".*>S<\/text>/);
    expect(decodeURIComponent(faviconOf({ name: '<script>', accent: '"/><script>' }))).not.toMatch(/script/i);
    expect(decodeURIComponent(faviconOf({ name: '日本', accent: '' }))).toMatch(/>日<\/text>/);
  });
});
