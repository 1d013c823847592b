import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type AdminOptions, defineAdmin, postgres, type SqliteOptions, sqlite } from 'grimoire';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratch } from '../support/scratch.ts';

/** Databases as JavaScript gives them: the compiler has not looked at them. */
describe('a database', () => {
  /** The kind of what a start throws, and its message. */
  const mistakeOf = async (database: AdminOptions['database']): Promise<string> => {
    const admin = defineAdmin({ database, models: [] });
    const error: unknown = await admin.ready().catch((thrown: unknown) => thrown);
    await admin.close();
    return error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error);
  };

  it('is what defineAdmin needs', async () => {
    for (const options of [undefined, null, {}]) {
      const admin = defineAdmin(options as never);
      await expect(admin.ready()).rejects.toThrow(/E061 defineAdmin: .*`database` is missing/);
    }
  });

  it.each([
    [() => postgres({ conectionString: 'postgres://x/y' } as never), /E060 database: postgres\(\): .*Did you mean "connectionString"\?/],
    [() => postgres({ connectionString: 'postgres://x/y', max: 0 }), /E061 database: postgres\(\) max/],
    [() => postgres({ pool: undefined } as never), /E061 database: postgres\(\): .*`pool` is missing/],
    [() => postgres({ pool: {}, searchPath: 'x' } as never), /E061 database: postgres\(\) pool/],
    [() => postgres(5 as never), /E061 database: postgres\(\) connectionString/],
    [() => sqlite({ file: ':memory:', proceses: false } as never), /E060 database: sqlite\(\): .*Did you mean "processes"\?/],
    [() => sqlite({ file: ':memory:', statementTimeout: '15' } as never), /E061 database: sqlite\(\) statementTimeout/],
    [() => sqlite({ file: ':memory:', statementTimeout: 86_400_001 }), /E061 database: sqlite\(\) statementTimeout/],
    [
      () => postgres({ connectionString: 'postgres://x/y', statementTimeout: 1_200_000_000 }),
      /E061 database: postgres\(\) statementTimeout/,
    ],
  ])('has options that are checked: %s', async (source, expected) => {
    expect(await mistakeOf(source())).toMatch(expected);
  });

  it.each([
    [() => sqlite(undefined), 'sqlite() was given no file'],
    [() => sqlite({} as never), 'sqlite() was given no file'],
    [() => sqlite('nodir/x.sqlite'), 'The SQLite file nodir/x.sqlite can not be opened. Its folder is missing'],
    [() => sqlite({ file: 'nodir/x.sqlite', processes: false }), 'The SQLite file nodir/x.sqlite can not be opened.'],
    [() => postgres(undefined), 'is DATABASE_URL set?'],
    [() => postgres({} as never), 'is DATABASE_URL set?'],
    [() => postgres('localhost/x'), 'is no postgres:// address'],
    [() => postgres('mysql://x/y'), 'is no postgres:// address'],
  ])('that is none is said in a sentence: %s', async (source, sentence) => {
    const error = await mistakeOf(source());
    expect(error).toMatch(/^StartError: /);
    expect(error).toContain(sentence);
  });

  it('in a file that this process writes itself is noted if another copy of SQLite is loaded', async () => {
    const folder = await mkdtemp(join(scratch, 'grimoire-copies-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const notesOf = async (options: SqliteOptions): Promise<readonly string[]> => {
      const admin = defineAdmin({ database: sqlite(options), models: [] });
      const notes = await admin.operations.notes();
      await admin.close();
      return notes.filter((note) => note.includes('better-sqlite3'));
    };
    const own = { file: join(folder, 'own.sqlite'), processes: false };
    expect(await notesOf(own)).toEqual([]);
    // Where better-sqlite3 13 has its library.
    await loadNamed(join(folder, 'node_modules', 'better-sqlite3', 'prebuilds', 'linux-x64.node'));
    expect(await notesOf(own)).toEqual([expect.stringContaining(`This process writes ${own.file} itself`)]);
    expect(await notesOf({ file: own.file })).toEqual([]);
    expect(await notesOf({ file: ':memory:', processes: false })).toEqual([]);
  });
});

/** Loads some native library under this path. */
async function loadNamed(path: string): Promise<void> {
  const load = createRequire(import.meta.url);
  load('@node-rs/argon2');
  const native = Object.keys(load.cache).find((loaded) => loaded.endsWith('.node'));
  await mkdir(dirname(path), { recursive: true });
  await copyFile(String(native), path);
  process.dlopen({ exports: {} }, path);
}
