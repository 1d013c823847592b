import { describe, expect, it } from 'vitest';
import { contrast, mixed, readableOn } from './color.ts';
import { colors, type Mode } from './tokens.ts';

describe('colors', () => {
  it('have the contrast that WCAG computes', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(mixed('#000000', '#ffffff', 0.5)).toBe('#808080');
  });

  it('of any brand can be read on both grounds', () => {
    for (const brand of ['#ffffff', '#000000', '#ffee00', '#5747d1', '#00ff00'])
      for (const { surface, page } of Object.values(colors))
        for (const ground of [surface, page]) expect(contrast(readableOn(ground, brand), ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['light', 'dark'] satisfies Mode[])('of texts can be read where they stand, in the %s theme', (mode) => {
    const { page, surface, raised, text, muted, faint, tones } = colors[mode];
    for (const ground of [page, surface, raised])
      for (const color of [text, muted, faint]) expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5);
    for (const { text: own, soft } of Object.values(tones)) expect(contrast(own, soft)).toBeGreaterThanOrEqual(4.5);
  });
});
