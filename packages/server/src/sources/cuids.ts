/** A library; `load` gives undefined if it is not installed. A bundler leaves out an import whose own error is caught. */
interface Library {
  readonly package: string;
  readonly load: () => Promise<(() => string) | undefined>;
}

/** A version of cuids. */
export type CuidVersion = 1 | 2;

/** The versions of cuids, each with the library that makes them: an optional peer, which the application has. */
const libraries: Readonly<Record<CuidVersion, Library>> = {
  1: { package: '@bugsnag/cuid', load: async () => (await import('@bugsnag/cuid').catch(() => undefined))?.default },
  2: { package: '@paralleldrive/cuid2', load: async () => (await import('@paralleldrive/cuid2').catch(() => undefined))?.init() },
};

/** A function that makes cuids; undefined if its library is not installed. */
export function loadCuid(version: CuidVersion): Promise<(() => string) | undefined> {
  return libraries[version].load();
}

/** The name of the package that makes cuids of a version. */
export function cuidPackage(version: CuidVersion): string {
  return libraries[version].package;
}
