import { readFileSync } from 'node:fs';

/** The version of the kit that an extension is built with. */
export function kitVersion(): string {
  // From `src/vite` of the sources, and from `lib/vite` as published.
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string };
  return version;
}
