import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { decompress } from 'wawoff2';

/** Scripts and pictographs that the demo has, and the fonts of Chromium's package have not. */
const packages = [
  '@fontsource-variable/noto-sans-jp',
  '@fontsource-variable/noto-sans-sc',
  '@fontsource-variable/noto-sans-kr',
  '@fontsource-variable/noto-sans-arabic',
  '@fontsource-variable/noto-emoji',
  '@fontsource/noto-color-emoji',
];

/**
 * Writes fonts for all scripts of the demo into a folder, because a browser takes no compressed fonts from its system.
 * @returns the environment with which a browser finds them, and its own.
 */
export async function fontsIn(folder: string): Promise<NodeJS.ProcessEnv> {
  const fonts = join(folder, 'fonts');
  mkdirSync(fonts, { recursive: true });
  for (const name of packages) {
    const files = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'files');
    for (const file of readdirSync(files).filter((one) => one.endsWith('.woff2')))
      writeFileSync(join(fonts, file.replace(/woff2$/, 'ttf')), await decompress(readFileSync(join(files, file))));
  }
  const settings = join(folder, 'fonts.conf');
  const folders = [join(tmpdir(), 'fonts'), fonts].map((one) => `<dir>${one}</dir>`).join('');
  writeFileSync(settings, `<?xml version="1.0"?><fontconfig>${folders}<cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`);
  return { ...process.env, FONTCONFIG_FILE: settings };
}
