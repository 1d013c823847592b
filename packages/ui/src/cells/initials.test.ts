import { describe, expect, it } from 'vitest';
import { initialsOf, placeOf } from './initials.ts';

describe('initials', () => {
  it.each([
    ['Anaïs O’Brien', 'AO'],
    ['Aino van ’t Hoff', 'AH'],
    ['Priya 王', 'P王'],
    ['محمد', 'م'],
    ['ada', 'A'],
    ['🌻 Otoño', 'O'],
    ['(clara)', 'C'],
    ['e\u0301lise', 'E\u0301'],
    ['  ', ''],
  ])('of %s are %s', (name, letters) => {
    expect(initialsOf(name)).toBe(letters);
  });

  it('have a place that depends on the name alone', () => {
    const places = ['Ada', 'Clara', 'Nils', 'Věra', 'محمد', '王'].map((name) => placeOf(name, 6));
    expect(places).toEqual(['Ada', 'Clara', 'Nils', 'Věra', 'محمد', '王'].map((name) => placeOf(name, 6)));
    expect(new Set(places).size).toBeGreaterThan(2);
    expect(places.every((place) => place >= 0 && place < 6)).toBe(true);
  });
});
