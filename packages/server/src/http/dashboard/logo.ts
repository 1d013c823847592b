import { type BrandLogo, isOwnPath } from '@grimoire/protocol';

/** The sign of a brand: one picture, or one for each theme. */
export type LogoSetting = string | BrandLogo;

/** Characters of a logo: it is a part of every page. */
const longest = 100_000;

const embedded = /^data:image\/(?:svg\+xml|png|jpeg|webp|gif)(?:;charset=[a-z\d-]+|;utf8)?(?:;base64)?,[\x21-\x7e]+$/i;

/**
 * Whether a text is a picture in itself (`data:image/svg+xml,…`), or a path on the origin of the page: `/static/logo.svg`. Other addresses
 * would tell another host who opens the dashboard, and its Content Security Policy refuses them.
 */
export function isLogo(text: unknown): text is string {
  return typeof text === 'string' && text.length <= longest && (embedded.test(text) || isOwnPath(text));
}

/** The pictures of a setting; JavaScript may pass anything. What is none is left out: the API reports it at the start. */
export function logoOf(setting: LogoSetting | undefined): BrandLogo | undefined {
  const { light, dark }: Partial<BrandLogo> = typeof setting === 'string' ? { light: setting, dark: setting } : (setting ?? {});
  return isLogo(light) && isLogo(dark) ? { light, dark } : undefined;
}
