import { periodNames } from '@grimoire/protocol';
import { describe, expect, it } from 'vitest';
import { periods, periodText } from './period-text.ts';

describe('the periods that a filter offers', () => {
  const namesOf = (isForward: boolean): readonly string[] => periods(isForward).map(([name]) => name);

  it('begin with what is late and what comes, for days that are to come', () => {
    expect(namesOf(false).slice(0, 3)).toEqual(['today', 'yesterday', 'last 7 days']);
    expect(namesOf(true).slice(0, 4)).toEqual(['before today', 'today', 'tomorrow', 'next 7 days']);
    expect([...namesOf(true)].toSorted()).toEqual([...namesOf(false)].toSorted());
    expect(new Set(namesOf(true)).size).toBe(namesOf(true).length);
  });

  it('have a text each, also those that only links ask for', () => {
    expect(periodNames.filter((name) => !namesOf(true).includes(name))).toEqual(['until today', 'from today on', 'after today']);
    expect(periodText('last 12 months')).toBe('last 12 months');
  });
});
