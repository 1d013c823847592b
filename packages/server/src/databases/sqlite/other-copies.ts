/** Libraries that hold a copy of SQLite of their own, by the file that a process loads: in the folder of the package, or of that name. */
const libraries: readonly (readonly [string, RegExp])[] = [
  ['better-sqlite3', /[\\/](?:better-sqlite3[\\/].*|better_sqlite3)\.node$/],
  ['sqlite3', /[\\/](?:sqlite3[\\/].*|node_sqlite3)\.node$/],
  ['libsql', /[\\/]@libsql[\\/].*\.node$/],
  ['Prisma', /[\\/](?:lib)?query_engine-[^\\/]*\.node$/],
];

/**
 * Notes for the operator of a process that writes a file itself (`processes: false`) while another copy of SQLite is loaded: the two do not
 * see each other's locks, because locks of POSIX do not exclude within a process.
 */
export function otherCopyNotes(file: string): readonly string[] {
  const loaded = sharedObjects();
  return libraries
    .filter(([, object]) => loaded.some((path) => object.test(path)))
    .map(
      ([name]) =>
        `This process writes ${file} itself, because of sqlite({ processes: false }), and has loaded ${name}. If ${name} opens the same file, the two do not see each other's locks: writes that were answered get lost. Take "processes: false" away, or open the file with node:sqlite only.`,
    );
}

/** The paths of the native libraries that this process has loaded. */
function sharedObjects(): readonly string[] {
  // The types of Node do not have the option. Without it, the report asks for the names of all addresses.
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  const { excludeNetwork = false } = report;
  report.excludeNetwork = true;
  try {
    return (report.getReport() as { readonly sharedObjects?: readonly string[] }).sharedObjects ?? [];
  } finally {
    report.excludeNetwork = excludeNetwork;
  }
}
