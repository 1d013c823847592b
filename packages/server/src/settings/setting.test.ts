import { z } from 'zod';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type DerivedSetting, pageSettings, type Resolved, resolve, type Setting, shapesOf, together, type Written } from './setting.ts';

class Sizes {
  readonly size: Setting<number, number> = {
    shape: z.int(),
    default: 5,
    correct: (size, { most = 100 }: Written<Sizes>) => Math.min(size, most),
    inPage: true,
  };
  readonly most: Setting<number> = { shape: z.int(), default: undefined, inPage: true };
}

class Names {
  readonly names: DerivedSetting<string | readonly string[], ReadonlySet<string>> = {
    shape: z.string(),
    derive: (names = 'ada') => new Set([names].flat()),
    inPage: (names, { size }: Resolved<Sizes>) => ({ first: [...names][0], isMany: names.size > size }),
  };
  readonly secret: Setting<string, string> = { shape: z.string(), default: 'hidden' };
}

const declared: Names & Sizes = together(new Names(), new Sizes());

describe('declared settings', () => {
  it('have their defaults where the host writes nothing, undefined or null', () => {
    const defaults = { names: new Set(['ada']), secret: 'hidden', size: 5, most: undefined };
    expect(resolve(declared, {})).toEqual(defaults);
    expect(resolve(declared, { names: null, size: undefined, secret: null } as never)).toEqual(defaults);
  });

  it('are corrected with the others in mind, and made into what the service reads', () => {
    expect(resolve(declared, { size: 9, most: 7, names: ['bob', 'bob'] })).toEqual({
      names: new Set(['bob']),
      secret: 'hidden',
      size: 7,
      most: 7,
    });
  });

  it('tell the page only what they declare, in their order, with null where there is no value', () => {
    expect(JSON.stringify(pageSettings(declared, resolve(declared, {})))).toBe('{"first":"ada","isMany":false,"size":5,"most":null}');
  });

  it('have shapes by their names', () => {
    expect(Object.keys(shapesOf(declared))).toEqual(['names', 'secret', 'size', 'most']);
    expect(shapesOf(declared)['size']?.safeParse('x').success).toBe(false);
  });

  it('have the types that follow from their declarations', () => {
    expectTypeOf<Written<Names & Sizes>>().toEqualTypeOf<{
      readonly names?: string | readonly string[] | undefined;
      readonly secret?: string | undefined;
      readonly size?: number | undefined;
      readonly most?: number | undefined;
    }>();
    expectTypeOf<Resolved<Names & Sizes>>().toEqualTypeOf<{
      readonly names: ReadonlySet<string>;
      readonly secret: string;
      readonly size: number;
      readonly most: number | undefined;
    }>();
  });
});
