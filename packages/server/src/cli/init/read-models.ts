import type { ModelRegistration } from '../../model/config/config.ts';
import type { DatabaseAddress } from '../../databases/database.ts';
import type { Choice } from './choice.ts';
import { app, type DrizzleTable, type ModelParts } from './config-text.ts';
import { type DrizzleModels, drizzleModels } from './drizzle-schema.ts';
import { type Fit, fit } from './fit.ts';
import type { PrismaProject } from './prisma-project.ts';
import type { Project } from './project.ts';
import { reasonOf, type Unread } from './unread.ts';

/** The models of a new config. */
export interface ReadModels {
  readonly parts: ModelParts;
  /** One line for each table and file that is left out. */
  readonly leftOut: readonly string[];
  readonly fit: Fit;
}

/**
 * The models of a project, without what its database can not serve. A file of a schema that can not be read is left out: its tables are those
 * of the live database.
 */
export async function readModels(project: Project, { origin }: Choice, database: DatabaseAddress): Promise<ReadModels> {
  const { prisma, drizzle } = project;
  if (origin === 'prisma' && prisma) return prismaParts(project, prisma, database);
  if (origin === 'drizzle' && drizzle) return drizzleParts(await drizzleModels(project, drizzle), database);
  return liveParts([], database);
}

async function liveParts(unread: readonly Unread[], database: DatabaseAddress): Promise<ReadModels> {
  return { parts: { kind: 'live', unread }, leftOut: unread.map(lineOf), fit: await fit(database, undefined) };
}

async function prismaParts(project: Project, { path, client }: PrismaProject, database: DatabaseAddress): Promise<ReadModels> {
  const { prisma, prismaModels } = await import('../../sources/prisma/prisma.ts');
  let models: readonly ModelRegistration[];
  try {
    models = prismaModels(prisma(path), app);
  } catch (error) {
    return liveParts([{ file: path.replace(/^\.\//, ''), reason: reasonOf(error, project.folder) }], database);
  }
  const fitted = await fit(database, models);
  const leftOut = fitted.isEmpty ? [] : Array.from(fitted.reasons, ([key, reason]) => ({ key, reason }));
  const types = client?.startsWith('.') === true ? `${client}${project.importEnd}` : client;
  return {
    parts: { kind: 'prisma', path, client: types, leftOut },
    leftOut: leftOut.map(({ key, reason }) => `${key}: ${reason}.`),
    fit: fitted,
  };
}

async function drizzleParts({ files, models, unread }: DrizzleModels, database: DatabaseAddress): Promise<ReadModels> {
  if (files.length === 0) return liveParts(unread, database);
  const fitted = await fit(database, models);
  const reasonFor = ({ key, leftOut }: DrizzleTable): string | undefined =>
    leftOut ?? (fitted.isEmpty ? undefined : fitted.reasons.get(`${app}.${key}`));
  const judged = files.map((file) => ({ ...file, tables: file.tables.map((table) => ({ ...table, leftOut: reasonFor(table) })) }));
  const leftOut = judged.flatMap(({ tables }) =>
    tables.flatMap(({ key, leftOut: reason }) => (reason === undefined ? [] : [`${app}.${key}: ${reason}.`])),
  );
  return { parts: { kind: 'drizzle', files: judged, unread }, leftOut: [...leftOut, ...unread.map(lineOf)], fit: fitted };
}

function lineOf({ file, reason }: Unread): string {
  return `${file}: ${reason}.`;
}
