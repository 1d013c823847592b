import { describe, expect, it } from 'vitest';
import { pickedText } from './picked-text.ts';

describe('what tells a row from others', () => {
  it.each<[unknown, string]>([
    [{ email: 'ada@example.com', country: 'SE', country_display: 'Sweden' }, 'ada@example.com · Sweden'],
    [{ sku: 'POT-1', image: 'https://images.example.com/1.png' }, 'POT-1'],
    [{ sku: 'POT-1', image: null, note: '' }, 'POT-1'],
    [{ email_display: 'x' }, 'x'],
    [null, ''],
    [undefined, ''],
  ])('%j is %s', (fields, text) => {
    expect(pickedText(fields)).toBe(text);
  });
});
