import { describe, expect, it } from 'vitest';
import { faviconOf, showFavicon } from './favicon.ts';

describe('the icon of the window', () => {
  it('is the first letter on the color of the brand, whatever these are', () => {
    expect(decodeURIComponent(faviconOf({ name: 'shop', accent: '#123456' }))).toMatch(/fill="#123456".*>S<\/text>/);
    expect(decodeURIComponent(faviconOf({ name: '<script>', accent: '"/><script>' }))).not.toMatch(/script/i);
    expect(decodeURIComponent(faviconOf({ name: '日本', accent: '' }))).toMatch(/>日<\/text>/);
  });

  it('is the logo, with one for each theme where they differ', () => {
    const icons = (light: string, dark: string): unknown[] => {
      document.head.innerHTML = '<link rel="icon" href="data:,">';
      showFavicon(document, { name: 'Shop', accent: '#123456', logo: { light, dark } });
      return [...document.querySelectorAll('link[rel=icon]')].map((icon) => [icon.getAttribute('href'), icon.getAttribute('media')]);
    };
    expect(icons('/logo.svg', '/logo.svg')).toEqual([['/logo.svg', null]]);
    expect(icons('/light.svg', '/dark.svg')).toEqual([
      ['/light.svg', '(prefers-color-scheme: light)'],
      ['/dark.svg', '(prefers-color-scheme: dark)'],
    ]);
  });
});
