import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { changelogWith, compare, lockWithVersion, manifestWithVersion, refusals, type Repository, wantedVersion } from './release-plan.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const names = new Set(['grimoire', '@grimoire/protocol', '@grimoire/client', '@grimoire/ui']);
const changelog = '# Changelog\n\nIntroduction.\n\n## 0.1.0 (2026-01-02)\n\n- Zero.\n';
const sections = '### Added\n\n- One.\n';
const ready: Repository = {
  branch: 'main',
  changed: [],
  released: ['0.1.0', '0.9.0', '0.10.0'],
  current: '0.10.0',
  changelog,
  sections,
  wrongChanges: [],
  canStateProvenance: true,
  withoutRepository: [],
};

describe('a version', () => {
  it('is greater by its numbers, not by its letters', () => {
    expect(['0.10.0', '1.0.0', '0.9.1', '0.9.0'].sort(compare)).toEqual(['0.9.0', '0.9.1', '0.10.0', '1.0.0']);
    expect(compare('1.2.3', '1.2.3')).toBe(0);
  });

  it.each([
    ['patch', '1.2.4'],
    ['minor', '1.3.0'],
    ['major', '2.0.0'],
    ['1.2.9', '1.2.9'],
  ])('is asked for as %s', (wanted, version) => {
    expect(wantedVersion('1.2.3', wanted)).toBe(version);
  });
});

describe('the changelog', () => {
  it('has the changes under the version, above the versions before', () => {
    expect(changelogWith(changelog, sections, '0.2.0', '2026-03-04')).toBe(
      '# Changelog\n\nIntroduction.\n\n## 0.2.0 (2026-03-04)\n\n### Added\n\n- One.\n\n## 0.1.0 (2026-01-02)\n\n- Zero.\n',
    );
  });

  it('gives a version without a date its date, and the changes', () => {
    const undated = '# Changelog\n\n## 0.2.0\n\n- Two.\n\n## 0.1.0 (2026-01-02)\n\n- Zero.\n';
    expect(changelogWith(undated, sections, '0.2.0', '2026-03-04')).toBe(
      '# Changelog\n\n## 0.2.0 (2026-03-04)\n\n- Two.\n\n### Added\n\n- One.\n\n## 0.1.0 (2026-01-02)\n\n- Zero.\n',
    );
    expect(changelogWith('# Changelog\n\n## 0.1.0\n\n- Zero.\n', '', '0.1.0', '2026-03-04')).toBe(
      '# Changelog\n\n## 0.1.0 (2026-03-04)\n\n- Zero.\n',
    );
  });

  it('of the repository gets a version, and changes in nothing else', () => {
    const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    expect(changelogWith(text, sections, '99.0.0', '2026-03-04').replace(`## 99.0.0 (2026-03-04)\n\n${sections}\n`, '')).toBe(text);
  });
});

describe('a release', () => {
  it('is not refused from a clean main with something to release', () => {
    expect(refusals(ready, '0.11.0')).toEqual([]);
  });

  it('may have the version of the packages where that was never released', () => {
    expect(refusals({ ...ready, released: [], current: '0.1.0' }, '0.1.0')).toEqual([]);
    expect(refusals({ ...ready, released: [], current: '0.1.0', sections: '', changelog: '## 0.1.0\n\n- Zero.\n' }, '0.1.0')).toEqual([]);
  });

  it.each<[name: string, state: Partial<Repository>, version: string, sentence: string]>([
    ['a changed file', { changed: ['a.ts'] }, '0.11.0', 'not committed: a.ts'],
    ['another branch', { branch: 'topic' }, '0.11.0', 'The branch is topic'],
    ['a detached head', { branch: '' }, '0.11.0', 'The branch is none'],
    ['a version that is released', {}, '0.10.0', 'not greater than 0.10.0'],
    ['a version that is less than a released one', {}, '0.9.5', 'not greater than 0.10.0'],
    ['a version that is less than that of the packages', { released: [] }, '0.9.0', 'less than 0.10.0'],
    ['a word', {}, 'next', 'no version'],
    ['a suffix', {}, '1.0.0-rc.1', 'no version'],
    ['no change', { sections: '' }, '0.11.0', 'There is no change'],
    ['a file of changes with a mistake', { wrongChanges: ['changes/a.md is long.'] }, '0.11.0', 'changes/a.md is long.'],
    ['no statement of provenance', { canStateProvenance: false }, '0.11.0', 'id-token'],
    ['no repository', { withoutRepository: ['a/package.json'] }, '0.11.0', '"repository" in a/package.json'],
  ])('is refused for %s', (_name, state, version, sentence) => {
    expect(refusals({ ...ready, ...state }, version).join('\n')).toContain(sentence);
  });

  it('is refused with all reasons at once', () => {
    expect(refusals({ ...ready, branch: 'topic', changed: ['a.ts'] }, '0.1.0')).toHaveLength(4);
  });
});

describe('manifests', () => {
  it('have the version, and dependencies on one another', () => {
    const text = JSON.stringify({
      name: '@grimoire/client',
      version: '0.1.0',
      dependencies: { '@grimoire/protocol': '0.1.0', hono: '0.1.0' },
      devDependencies: { grimoire: '0.1.0' },
    });
    expect(JSON.parse(manifestWithVersion(text, names, '0.2.0'))).toEqual({
      name: '@grimoire/client',
      version: '0.2.0',
      dependencies: { '@grimoire/protocol': '0.2.0', hono: '0.1.0' },
      devDependencies: { grimoire: '0.2.0' },
    });
  });

  it('of packages that are not released keep their own version', () => {
    const text = JSON.stringify({ name: '@grimoire/test', version: '0.0.0', dependencies: { grimoire: '0.1.0' } });
    expect(JSON.parse(manifestWithVersion(text, names, '0.2.0'))).toMatchObject({ version: '0.0.0', dependencies: { grimoire: '0.2.0' } });
  });

  it('in the lock file are those of the workspaces alone', () => {
    const lock = {
      lockfileVersion: 3,
      packages: {
        'node_modules/grimoire': { resolved: 'packages/server', link: true },
        'packages/server': { name: 'grimoire', version: '0.1.0' },
        'test/node_modules/other': { version: '1.0.0', dependencies: { grimoire: '^0.1.0' } },
      },
    };
    const changed = JSON.parse(lockWithVersion(JSON.stringify(lock), names, '0.2.0')) as typeof lock;
    expect(changed).toEqual({ ...lock, packages: { ...lock.packages, 'packages/server': { name: 'grimoire', version: '0.2.0' } } });
  });

  it('of the repository change in nothing but versions', () => {
    const paths = globSync(['packages/*/package.json', 'examples/*/package.json', '{test,bench}/package.json'], { cwd: root });
    expect(paths.length).toBeGreaterThan(8);
    const files = [...paths, 'package-lock.json'].map((path) => readFileSync(join(root, path), 'utf8'));
    const released = files.map((text, index) => (index < paths.length ? manifestWithVersion : lockWithVersion)(text, names, '99.0.0'));
    const version = (JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8')) as { version: string }).version;
    expect(released.map((text) => text.replaceAll('99.0.0', version))).toEqual(files);
  });
});
