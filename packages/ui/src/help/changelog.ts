/** What a version of the package changed. */
export interface Release {
  /** `0.2.0`, or the heading of what is not released. */
  readonly version: string;
  /** The day of the release, as it is written. */
  readonly day: string | null;
  /** Its sections, such as "Added", each with its entries in Markdown. */
  readonly sections: readonly { readonly title: string; readonly text: string }[];
}

/** The releases of a changelog that say something, the newest first. */
export function releasesOf(changelog: string): readonly Release[] {
  // A comment is for those who write the changelog.
  const [, ...parts] = `\n${changelog.replaceAll(/ ?<!--[^>]*-->/g, '')}`.split(/\n## /);
  return parts.map(releaseOf).filter(({ sections }) => sections.length > 0);
}

function releaseOf(part: string): Release {
  const [heading = '', ...lines] = part.split('\n');
  const [, version = heading.trim(), day = null] = /^(\S+)(?: \(([^)]*)\))?\s*$/.exec(heading) ?? [];
  const sections = `\n${lines.join('\n')}`.split(/\n### /).map((text, index) => {
    const [title = '', ...rest] = index === 0 ? ['', text] : text.split('\n');
    return { title: title.trim(), text: rest.join('\n').trim() };
  });
  return { version, day, sections: sections.filter(({ text }) => text !== '') };
}

/** The releases since the one that a person knows; the newest alone where that is none of these and no number. */
export function unseen(releases: readonly Release[], seen: string): readonly Release[] {
  const index = releases.findIndex(({ version }) => version === seen);
  if (index >= 0) return releases.slice(0, index);
  if (numbersOf(seen) === null) return releases.slice(0, 1);
  return releases.filter(({ version }) => isNewer(version, seen));
}

/** Whether a version is newer than the one that a person knows. What is not released is newer than every number, and older than the next one. */
export function isNewer(version: string, seen: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(seen)];
  if (one === null || other === null) return version !== seen;
  const place = one.findIndex((number, index) => number !== other[index]);
  return place >= 0 && (one[place] ?? 0) > (other[place] ?? 0);
}

function numbersOf(version: string): readonly number[] | null {
  const [, ...numbers] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  return numbers.length === 3 ? numbers.map(Number) : null;
}
