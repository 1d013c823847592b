import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { english } from '../../packages/ui/src/texts/english.ts';

const folder = fileURLToPath(new URL('../../packages/ui/src/', import.meta.url));

/** What react-admin says in English. */
const reactAdmin = readFileSync(new URL('../../node_modules/ra-language-english/dist/index.js', import.meta.url), 'utf8');

/** A text as the source has it between quotes. */
function quoted(text: string): readonly string[] {
  const escaped = text.replaceAll('\\', '\\\\');
  return [`'${escaped.replaceAll("'", "\\'")}'`, `"${escaped}"`];
}

describe('the texts of the dashboard', () => {
  it('are all used', () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((name) => !/^texts\/(?:english|catalogues)|\.test\./.test(name));
    const source = [reactAdmin, ...files.map((name) => readFileSync(`${folder}${name}`, 'utf8'))].join('\n');
    expect(files.length).toBeGreaterThan(200);
    expect(english.filter((text) => !quoted(text).some((one) => source.includes(one)))).toEqual([]);
  });
});
