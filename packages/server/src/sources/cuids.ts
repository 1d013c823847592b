/** The versions of cuids, each with the library that makes them: an optional peer, which the application has. */
const libraries = {
  1: { package: '@bugsnag/cuid', load: async (): Promise<() => string> => (await import('@bugsnag/cuid')).default },
  2: { package: '@paralleldrive/cuid2', load: async (): Promise<() => string> => (await import('@paralleldrive/cuid2')).init() },
} as const;

/** A version of cuids. */
export type CuidVersion = keyof typeof libraries;

/** A function that makes cuids; undefined if its library is not installed. */
export async function loadCuid(version: CuidVersion): Promise<(() => string) | undefined> {
  return await libraries[version].load().catch(() => undefined);
}

/** The name of the package that makes cuids of a version. */
export function cuidPackage(version: CuidVersion): string {
  return libraries[version].package;
}
