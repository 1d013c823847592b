import { describe, expect, it } from 'vitest';
import ofPackage from '../../../../CHANGELOG.md?raw';
import { isNewer, releasesOf, unseen } from './changelog.ts';

const changelog = `# Changelog

Introduction.

## Unreleased

## 0.10.0 (2026-03-04)

### Added

- One \`a\`,
  in two lines.
- Two.

### Fixed

- Three.

## 0.9.0 (2026-01-02)

- Zero.
`;

const versions = (found: readonly { readonly version: string }[]): readonly string[] => found.map(({ version }) => version);

describe('the changelog', () => {
  it('is read into its releases and their sections, without those that say nothing', () => {
    expect(releasesOf(changelog)).toEqual([
      {
        version: '0.10.0',
        day: '2026-03-04',
        sections: [
          { title: 'Added', text: '- One `a`,\n  in two lines.\n- Two.' },
          { title: 'Fixed', text: '- Three.' },
        ],
      },
      { version: '0.9.0', day: '2026-01-02', sections: [{ title: '', text: '- Zero.' }] },
    ]);
    expect(releasesOf('# Changelog\n')).toEqual([]);
  });

  it('of the package has a newest part with entries', () => {
    const [newest] = releasesOf(ofPackage);
    expect(newest?.sections.length).toBeGreaterThan(0);
  });

  it('is shown from the version on that was seen last', () => {
    const releases = releasesOf(changelog.replace('## Unreleased\n', '## Unreleased\n\n- Next.\n'));
    expect(versions(unseen(releases, '0.9.0'))).toEqual(['Unreleased', '0.10.0']);
    expect(versions(unseen(releases, '0.10.0'))).toEqual(['Unreleased']);
    expect(versions(unseen(releases, '0.1.3'))).toEqual(['Unreleased', '0.10.0', '0.9.0']);
    expect(versions(unseen(releases, 'Unreleased'))).toEqual([]);
    expect(versions(unseen(releasesOf(changelog), 'Unreleased'))).toEqual(['0.10.0']);
    expect(versions(unseen(releasesOf(changelog), '1.0.0'))).toEqual([]);
  });

  it.each([
    ['0.10.0', '0.9.0', true],
    ['0.9.0', '0.10.0', false],
    ['1.0.0', '1.0.0', false],
    ['1.0.1', '1.0.0', true],
    ['Unreleased', '0.1.0', true],
    ['0.2.0', 'Unreleased', true],
    ['Unreleased', 'Unreleased', false],
  ])('%s after %s is news: %s', (version, seen, expected) => {
    expect(isNewer(version, seen)).toBe(expected);
  });
});
