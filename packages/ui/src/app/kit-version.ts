import manifest from '../../package.json' with { type: 'json' };

/** The version of the kit that this dashboard has. */
export const kitVersion: string = manifest.version;

/**
 * Whether a dashboard can run what was built with a version of the kit: of the same major version, and not of a later minor one, whose
 * functions it lacks. Before 1.0 every minor version may break what was built with another one.
 */
export function canRun(built: string, running: string = kitVersion): boolean {
  const [major = 0, minor = 0] = numbersOf(built);
  const [ownMajor = 0, ownMinor = 0] = numbersOf(running);
  return major === ownMajor && (major === 0 ? minor === ownMinor : minor <= ownMinor);
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10));
}
