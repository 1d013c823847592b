import { describe, expect, it } from 'vitest';
import { Broken } from '../inputs/broken.ts';
import { durationInputText, enteredDuration } from './duration-entry.ts';

describe('a duration in other digits', () => {
  it('is read as in Latin ones', () => {
    expect([enteredDuration('١ h ٣٠ min'), enteredDuration('١:٣٠:٠٠')]).toEqual(['PT1H30M', 'PT1H30M']);
  });
});

describe('a duration that is entered', () => {
  it.each([
    ['1 h 30 min', 'PT1H30M'],
    ['90m', 'PT90M'],
    ['1:30:00', 'PT1H30M'],
    ['2 01:00:00.5', 'P2DT1H0.5S'],
    ['1h30m', 'PT1H30M'],
    ['2 days, 3 hours and 5 minutes', 'P2DT3H5M'],
    ['1 Std. 30 Min.', 'PT1H30M'],
    ['1 y 2 mo', 'P1Y2M'],
    ['3 weeks', 'P3W'],
    ['1.5 h', 'PT1H30M'],
    ['1,5 h', 'PT1H30M'],
    ['0.1 h', 'PT6M'],
    ['1 h 1.5 min', 'PT1H1M30S'],
    ['0.25 s', 'PT0.25S'],
    ['-30 min', '-PT30M'],
    ['0 min', 'PT0S'],
    ['PT1H30M', 'PT1H30M'],
    ['p3dt4h', 'P3DT4H'],
  ])('%s is %s', (entered, iso) => {
    expect(enteredDuration(entered)).toBe(iso);
  });

  it.each([
    ['90', 'of what?'],
    ['1:30', '1:30 may be 1 h 30 min or 1 min 30 s'],
    ['soon', 'This is no duration.'],
    ['1 h 2 h', 'This is no duration.'],
    ['30 min 1 h', 'This is no duration.'],
    ['1.5 d', 'This is no duration.'],
    ['1.5 h 3 min', 'This is no duration.'],
    ['1 h x', 'This is no duration.'],
    ['5 parsecs', 'This is no duration.'],
  ])('%s is refused', (entered, reason) => {
    const read = enteredDuration(entered);
    expect(read instanceof Broken && read.reason).toContain(reason);
  });

  it.each(['PT1H30M', 'P3DT18H15M', '-PT30M', 'PT0.5S', 'P1Y2M', 'PT0S'])('%s stands in the input as it can be entered', (iso) => {
    expect(enteredDuration(durationInputText(iso))).toBe(iso);
  });

  it('stands there in words', () => {
    expect(['P3DT18H15M', 'PT0.5S', '-P1Y', 'whatever'].map(durationInputText)).toEqual(['3 d 18 h 15 min', '0.5 s', '-1 y', 'whatever']);
  });
});
