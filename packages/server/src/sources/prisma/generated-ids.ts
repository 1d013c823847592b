import { randomUUID } from 'node:crypto';
import { Problems } from '../../model/build/checks.ts';
import { cuidPackage, type CuidVersion, loadCuid } from '../cuids.ts';
import { nanoid, ulid, uuid7 } from '../random-ids.ts';
import type { PrismaColumn, PrismaModel } from './schema.ts';

type Makes = NonNullable<PrismaColumn['makes']>;

/** The functions that make cuids, by their versions: those that some model needs. */
export type Cuids = ReadonlyMap<CuidVersion, () => string>;

/** The version of cuids that a default makes; undefined if it makes none. */
function cuidOf(makes: PrismaColumn['makes']): CuidVersion | undefined {
  if (makes?.name !== 'cuid') return undefined;
  return makes.argument === '2' ? 2 : 1;
}

/**
 * Loads the libraries of cuids that models need.
 * @param load gives the function of a version; undefined if its library is not installed.
 * Throws a {@link ConfigurationError} that names the missing packages.
 */
export async function cuidsOf(models: readonly PrismaModel[], load: typeof loadCuid = loadCuid): Promise<Cuids> {
  const cuids = new Map<CuidVersion, () => string>();
  const problems = new Problems();
  for (const { name, columns } of models) {
    for (const { name: field, makes } of columns) {
      const version = cuidOf(makes);
      if (version === undefined) continue;
      const make = cuids.get(version) ?? (await load(version));
      if (make) cuids.set(version, make);
      else {
        const library = cuidPackage(version);
        const message = `Prisma's client makes ${name}.${field} by \`cuid(${version})\`, and the service by "${library}".`;
        problems.add('E071', `${name} ${field}`, { message, cure: `Run \`npm install ${library}\`.` });
      }
    }
  }
  problems.throwIfAny();
  return cuids;
}

/** The function that makes values of a default as Prisma's client does; undefined if the database makes them. */
export function idMaker(makes: Makes, cuids: Cuids): (() => string) | undefined {
  const { name, argument } = makes;
  const cuid = cuidOf(makes);
  if (cuid !== undefined) return cuids.get(cuid);
  if (name === 'uuid') return argument === '7' ? () => uuid7() : randomUUID;
  if (name === 'nanoid') return () => nanoid(argument === undefined ? undefined : Number(argument));
  return name === 'ulid' ? () => ulid() : undefined;
}
