import { type Brand, type BrandLogo, isOwnPath } from '@grimoire/protocol';
import { z } from 'zod';
import { text } from '../../model/build/option-shapes.ts';
import { type DerivedSetting, writtenIn } from '../../settings/setting.ts';

/** The sign of a brand: one picture, or one for each theme. */
export type LogoSetting = string | BrandLogo;

/** The name of the service, its color in hexadecimal digits, and its sign. */
export interface BrandSetting {
  /** `Grimoire` by default. */
  readonly name?: string;
  /** A dark violet by default. */
  readonly accent?: string;
  /**
   * A square picture: a `data:` URI (SVG, PNG, JPEG, WebP or GIF, 100,000 characters at most) or a path on the own origin, such as
   * `/static/logo.svg`; or one for each theme. By default the first letter of the name on the color.
   */
  readonly logo?: LogoSetting;
}

/** Characters of a logo: it is a part of every page. */
const longest = 100_000;

const embedded = /^data:image\/(?:svg\+xml|png|jpeg|webp|gif)(?:;charset=[a-z\d-]+|;utf8)?(?:;base64)?,[\x21-\x7e]+$/i;

/**
 * Whether a text is a picture in itself (`data:image/svg+xml,…`), or a path on the origin of the page: `/static/logo.svg`. Other addresses
 * would tell another host who opens the dashboard, and its Content Security Policy refuses them.
 */
export function isLogo(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longest && (embedded.test(value) || isOwnPath(value));
}

/** The pictures of a setting; JavaScript may pass anything. What is none is left out: the API reports it at the start. */
export function logoOf(setting: LogoSetting | undefined): BrandLogo | undefined {
  const { light, dark }: Partial<BrandLogo> = typeof setting === 'string' ? { light: setting, dark: setting } : (setting ?? {});
  return isLogo(light) && isLogo(dark) ? { light, dark } : undefined;
}

const picture = z.custom(
  isLogo,
  'Expected "data:image/svg+xml,…" or another picture of 100,000 characters at most, or a path such as "/static/logo.svg".',
);

/** The setting of the brand. */
export class BrandSettings {
  /** The name of the service, its color in hexadecimal digits, and its sign. */
  readonly brand: DerivedSetting<BrandSetting, Brand> = {
    shape: z.strictObject({
      name: text.optional(),
      accent: text.optional(),
      logo: z.union([picture, z.strictObject({ light: picture, dark: picture })]).optional(),
    }),
    derive: brandOf,
    inPage: true,
  };
}

function brandOf({ logo: setting, ...texts }: BrandSetting = {}): Brand {
  const logo = logoOf(setting);
  return { name: 'Grimoire', accent: '#5b4b8a', ...writtenIn(texts), ...(logo ? { logo } : {}) };
}
