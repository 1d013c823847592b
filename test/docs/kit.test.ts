import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kitDeclarations } from '../../scripts/build-kit.ts';
import { kitPage } from '../../scripts/reference/exports-page.ts';
import { root } from '../support/command.ts';

const page = kitPage();

it('is the page of the kit', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/reference/kit.md');
});

it('has an entry in the changelog, or in a file of changes, for what it is now', () => {
  const digest = createHash('sha256').update(page).digest('hex').slice(0, 8);
  // The entry that says what has changed ends with this mark: a kit that changed needs one with the new one.
  const texts = ['CHANGELOG.md', ...globSync('changes/*.md', { cwd: root })].map((file) => readFileSync(join(root, file), 'utf8'));
  expect(texts.join('').match(/<!-- kit \w+ -->/g)).toContain(`<!-- kit ${digest} -->`);
});

it('names nothing that the dashboard is made of', () => {
  expect(page.match(/mui|material|react-admin|\bra-|emotion|tanstack|react-query|react-router|hook-form|\bSx|Theme</gi)).toBeNull();
  // Throws if a declaration needs the types of another package.
  expect([...kitDeclarations().keys()].toSorted()).toEqual(['extension.d.ts', 'hooks.d.ts', 'index.d.ts', 'list.d.ts', 'parts.d.ts']);
});

it('has a doc comment for each export', () => {
  expect(page.match(/^(?:Function|Class|Constant|Interface|Type)\.\s*$/gm)).toBeNull();
});
