/** The parts of a release that are pure: versions, the changelog, manifests, and what refuses a release. */

/** What is known before a release. */
export interface Repository {
  readonly branch: string;
  /** Files that `git status` names. */
  readonly changed: readonly string[];
  /** Versions that are tagged, as `1.2.3`. */
  readonly released: readonly string[];
  /** The version that the packages have. */
  readonly current: string;
  readonly changelog: string;
  /** What the files of `changes/` say, as sections. */
  readonly sections: string;
  /** What is wrong with these files. */
  readonly wrongChanges: readonly string[];
  /** Whether npm can state here where a package was built: in GitHub Actions with `id-token: write`. */
  readonly canStateProvenance: boolean;
  /** Manifests of published packages without `repository`, which the registry holds against the provenance. */
  readonly withoutRepository: readonly string[];
}

/** The parts of package.json and of an entry of package-lock.json that a release changes. */
interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly [part: string]: unknown;
}

const dependencyKinds: ReadonlySet<string> = new Set(['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']);

/** The three numbers of a version; nothing for what is none. Versions with a suffix (`1.0.0-rc.1`) are not released by the script. */
export function numbersOf(version: string): readonly [number, number, number] | undefined {
  const [, major, minor, patch] = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** Below 0 where the first version is less than the second, 0 where they are equal. Both are versions. */
export function compare(first: string, second: string): number {
  const [a, b] = [numbersOf(first) ?? [], numbersOf(second) ?? []];
  const place = a.findIndex((number, index) => number !== b[index]);
  return place === -1 ? 0 : (a[place] ?? 0) - (b[place] ?? 0);
}

/** The version that is asked for: one that is written out, or the next `major`, `minor` or `patch` after the current one. */
export function wantedVersion(current: string, wanted: string): string {
  const [major, minor, patch] = numbersOf(current) ?? [0, 0, 0];
  if (wanted === 'major') return `${major + 1}.0.0`;
  if (wanted === 'minor') return `${major}.${minor + 1}.0`;
  return wanted === 'patch' ? `${major}.${minor}.${patch + 1}` : wanted;
}

/** The changelog with the sections under the version and its date. A version that stands there without a date is the one that gets them. */
export function changelogWith(changelog: string, sections: string, version: string, date: string): string {
  const heading = `## ${version} (${date})\n`;
  const [before = '', ...parts] = changelog.split(/^(?=## )/m);
  const [newest = '', ...older] = parts;
  if (!hasUndated(changelog, version)) return [before, `${heading}\n${sections}\n`, ...parts].join('');
  const [, ...lines] = newest.split('\n');
  const text = `${heading}${lines.join('\n').trimEnd()}\n${sections === '' ? '' : `\n${sections}`}`;
  return [before, older.length > 0 ? `${text}\n` : text, ...older].join('');
}

/** Whether the newest part of the changelog is the version, without a date. */
function hasUndated(changelog: string, version: string): boolean {
  return /^## (.*)$/m.exec(changelog)?.[1] === version;
}

/** Why a release is refused: every reason, in sentences. */
export function refusals(repository: Repository, version: string): readonly string[] {
  const { branch, changed, released, current, changelog, sections, canStateProvenance, withoutRepository } = repository;
  const last = [...released].sort(compare).at(-1);
  const isVersion = numbersOf(version) !== undefined;
  const reasons: readonly (readonly [isReason: boolean, sentence: string])[] = [
    [changed.length > 0, `These files are changed and not committed: ${changed.join(', ')}.`],
    [branch !== 'main', `The branch is ${branch || 'none'}, and releases are made on main.`],
    [!isVersion, `"${version}" is no version such as 1.2.3.`],
    [isVersion && last !== undefined && compare(version, last) <= 0, `${version} is not greater than ${last}, which is released.`],
    [isVersion && compare(version, current) < 0, `${version} is less than ${current}, which the packages have.`],
    [sections === '' && !hasUndated(changelog, version), 'There is no change: `changes/` has no file.'],
    ...repository.wrongChanges.map((sentence) => [true, sentence] as const),
    [!canStateProvenance, '`npm publish --provenance` works in GitHub Actions with the permission `id-token: write`.'],
    [withoutRepository.length > 0, `Provenance needs "repository" in ${withoutRepository.join(', ')}.`],
  ];
  return reasons.filter(([isReason]) => isReason).map(([, sentence]) => sentence);
}

/** A manifest with the version, where it is of one of the packages, and with the version wherever it depends on one of them. */
function withVersion(manifest: Manifest, names: ReadonlySet<string>, version: string): Manifest {
  const isOurs = (name: unknown): boolean => typeof name === 'string' && names.has(name);
  return Object.fromEntries(
    Object.entries(manifest).map(([part, value]) => {
      if (part === 'version' && isOurs(manifest.name)) return [part, version];
      if (!dependencyKinds.has(part)) return [part, value];
      const dependencies = Object.entries(value as Record<string, string>);
      return [
        part,
        Object.fromEntries(
          dependencies.map(([name, range]) => [name, isOurs(name) ? `${range.startsWith('^') ? '^' : ''}${version}` : range]),
        ),
      ];
    }),
  );
}

/** The text of a package.json with the version. */
export function manifestWithVersion(text: string, names: ReadonlySet<string>, version: string): string {
  return `${JSON.stringify(withVersion(JSON.parse(text) as Manifest, names, version), null, 2)}\n`;
}

/** The text of package-lock.json with the version in the workspaces' entries. */
export function lockWithVersion(text: string, names: ReadonlySet<string>, version: string): string {
  const lock = JSON.parse(text) as { packages: Record<string, Manifest> };
  const packages = Object.entries(lock.packages).map(([path, entry]) =>
    path.includes('node_modules/') ? [path, entry] : [path, withVersion(entry, names, version)],
  );
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`;
}
