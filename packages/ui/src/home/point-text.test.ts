import { afterEach, describe, expect, it } from 'vitest';
import { pageLanguage } from '../texts/language.ts';
import { showIn } from '../texts/text.ts';
import { axisPlaces, axisText, pointText } from './point-text.ts';

const showAs = (tag: string): Promise<void> => showIn(pageLanguage(null, [tag], ['en', 'de']));
const days = { points: ['2026-03-02', '2026-03-09'], each: 'day' } as const;

describe('the points of a chart', () => {
  afterEach(() => showAs('en'));

  it('are days, weeks or months, in the language of the page', async () => {
    await showAs('en-US');
    expect([axisText(days, 0), pointText(days, 0)]).toEqual(['Mar 2', 'Mon, Mar 2, 2026']);
    expect(pointText({ ...days, each: 'week' }, 1)).toMatch(/^Mar 9\s–\s15$/);
    expect([axisText({ ...days, each: 'month' }, 0), pointText({ ...days, each: 'month' }, 0)]).toEqual(['Mar 26', 'March 2026']);
    await showAs('de-DE');
    expect([axisText(days, 0), pointText({ ...days, each: 'month' }, 0)]).toEqual(['2. März', 'März 2026']);
  });

  it('are shown as they are where they are no days', () => {
    const named = { points: ['north'], each: 'day' } as const;
    expect([axisText(named, 0), pointText(named, 0), axisText(named, 4)]).toEqual(['north', 'north', '']);
  });

  it('have so many texts as fit, the last one always', () => {
    expect(axisPlaces(5, 1000)).toEqual([0, 1, 2, 3, 4]);
    expect(axisPlaces(5, 160)).toEqual([1, 4]);
  });
});
