import { afterEach, describe, expect, it } from 'vitest';
import { pageLanguage } from '../texts/language.ts';
import { showIn } from '../texts/text.ts';
import { dayText, hourText } from './day-text.ts';

const showAs = (tag: string): Promise<void> => showIn(pageLanguage(null, [tag], ['en', 'de', 'ko']));

describe('a day', () => {
  afterEach(() => showAs('en'));

  it.each([
    ['en-GB', '2026-02-01', '1 Feb 2026'],
    ['en-US', '2026-02-01', 'Feb 1, 2026'],
    ['de', '2026-02-01', '01.02.2026'],
    ['ko', '2026-02-01', '2026. 2. 1.'],
    ['en-GB', '0001-01-01', '1 Jan 1'],
    ['en-GB', '2026-02-30', '2026-02-30'],
    ['en-GB', '10000-01-01', '10000-01-01'],
    ['en-GB', 'infinity', 'infinity'],
  ])('is written as in %s: %s', async (tag, day, text) => {
    await showAs(tag);
    expect(dayText(day)).toBe(text);
  });

  it.each([
    ['en-GB', '14:30:00', '14:30'],
    ['en-GB', '14:30', '14:30'],
    ['en-GB', '14:30:05', '14:30:05'],
    ['en-GB', '14:30:05.123456', '14:30:05.123456'],
    ['en-GB', '24:00:00', '24:00:00'],
    ['de', '09:05:00', '09:05'],
  ])('has its times as in %s: %s', async (tag, time, text) => {
    await showAs(tag);
    expect(hourText(time)).toBe(text);
  });
});
