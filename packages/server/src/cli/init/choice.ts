import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isCancel, select, text } from '@clack/prompts';
import { UsageError } from '../usage-error.ts';
import { onlyAddress } from './database-signs.ts';
import type { Project } from './project.ts';
import { addressTexts } from '../../databases/list.ts';

/** Where the models of a config come from. */
export const origins = ['prisma', 'drizzle', 'database'] as const;

/** One of them. */
export type Origin = (typeof origins)[number];

/** What a user has said, or what follows from the project. */
export interface Choice {
  readonly origin: Origin;
  /** The address of the database. */
  readonly address: string;
  /** Whether it names a new file, into which an example is written. */
  readonly isExample: boolean;
}

/** What the command line says. */
export interface Wanted {
  readonly address: string | undefined;
  readonly from: string | undefined;
  /** Whether questions may be asked. */
  readonly asks: boolean;
}

/** The file of the example. */
export const exampleFile = 'example.db';

/**
 * Chooses the source of the models and the database. Asks the user if the project allows several answers. Throws a `UsageError` if it does,
 * and the command line forbids questions.
 */
export async function choose(project: Project, wanted: Wanted): Promise<Choice> {
  const origin = await originOf(project, wanted);
  const address = wanted.address ?? addressOf(project, origin);
  if (address !== undefined) return { origin, address: address, isExample: false };
  if (origin !== 'database')
    throw new UsageError(`Which database? Set DATABASE_URL in .env, or run "grimoire init ADDRESS" (${addressTexts}).`);
  return databaseOf(project, wanted);
}

async function originOf({ prisma, drizzle }: Project, { from, asks, address }: Wanted): Promise<Origin> {
  if (from !== undefined) return originNamed(from, { prisma, drizzle });
  if (prisma === undefined || drizzle === undefined) return prisma ? 'prisma' : drizzle ? 'drizzle' : 'database';
  if (!asks) throw new UsageError(`There are a Prisma schema and ${drizzle.config}: choose with --from prisma or --from drizzle.`);
  const hint = address === undefined ? {} : { initialValue: 'database' as const };
  const answer = await select({
    message: 'Where do the models come from?',
    options: origins.map((value) => ({ value, label: value })),
    ...hint,
  });
  if (isCancel(answer)) throw new UsageError('Nothing was changed.');
  return answer;
}

function originNamed(from: string, { prisma, drizzle }: Pick<Project, 'prisma' | 'drizzle'>): Origin {
  const origin = origins.find((name) => name === from);
  if (origin === undefined) throw new UsageError(`--from: "${from}" is none of ${origins.join(', ')}.`);
  if (origin === 'prisma' && !prisma) throw new UsageError('There is no Prisma schema: prisma/schema.prisma or schema.prisma.');
  if (origin === 'drizzle' && !drizzle) throw new UsageError('There is no drizzle.config file.');
  return origin;
}

/** The address that the project itself names; undefined if it names none. */
function addressOf({ folder, environment, prisma, drizzle }: Project, origin: Origin): string | undefined {
  const set = process.env['DATABASE_URL'] ?? environment['DATABASE_URL'];
  const usual = set === undefined || set === '' ? onlyAddress(environment) : set;
  if (origin === 'drizzle') return drizzle?.address ?? usual;
  const address = origin === 'prisma' ? (prisma?.address ?? usual) : usual;
  // Prisma's files are relative to the schema, up to version 6.
  const [, file] = /^file:(?:\.\/)?([^?]*)/.exec(address ?? '') ?? [];
  if (origin !== 'prisma' || file === undefined || prisma === undefined) return address;
  const beside = join(dirname(prisma.path), file);
  return existsSync(join(folder, beside)) ? beside : file;
}

async function databaseOf({ databaseFiles, signOfDatabase }: Project, { asks }: Wanted): Promise<Choice> {
  const [only, ...others] = databaseFiles;
  if (only !== undefined && others.length === 0) return { origin: 'database', address: only, isExample: false };
  if (!asks && only !== undefined) throw new UsageError(`Which database: ${databaseFiles.join(', ')}? Run "grimoire init FILE".`);
  const example: Choice = { origin: 'database', address: exampleFile, isExample: true };
  if (!asks && signOfDatabase !== undefined)
    throw new UsageError(
      `The project has a database of its own (${signOfDatabase}), and nothing names its address. Run "grimoire init ADDRESS" (${addressTexts}).`,
    );
  if (!asks) return example;
  const answer = await text({
    message: signOfDatabase === undefined ? 'Address of the database (empty: an example in a new file)' : 'Address of the database',
    placeholder: 'postgres://… or a file',
  });
  if (isCancel(answer) || (!answer && signOfDatabase !== undefined)) throw new UsageError('Nothing was changed.');
  return answer ? { origin: 'database', address: answer, isExample: false } : example;
}
