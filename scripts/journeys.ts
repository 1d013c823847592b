/**
 * Does what a new user does, with the packed packages, each in an empty folder outside of the repository: the shapes of projects, the ways
 * to begin by `grimoire init`, the sign-in of an application by the libraries that a guide names, functions, and files of other databases.
 *
 *   npm run try -- journeys               all of them
 *   npm run try -- journeys esbuild bun   these
 *   npm run try -- journeys --third 2     a third of them: 0, 1 or 2
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/postgres-server.ts';
import { pack } from './hosts/pack.ts';
import { packedFile, packedNames } from './pack/installation.ts';
import { Place } from './journeys/place.ts';
import { elsewhere } from './journeys/elsewhere.ts';
import { type Journey, shapes } from './journeys/shapes.ts';
import { signIns } from './journeys/sign-ins.ts';
import { starts } from './journeys/starts.ts';

const all: readonly Journey[] = [...shapes, ...starts, ...signIns, ...elsewhere];

function chosen(names: readonly string[], third: string | undefined): readonly Journey[] {
  const unknown = names.filter((name) => !all.some((journey) => journey.name === name));
  if (unknown.length > 0)
    throw new Error(`No journey is named ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}.`);
  if (third !== undefined && !['0', '1', '2'].includes(third)) throw new Error(`--third ${third}: it is 0, 1 or 2.`);
  if (third !== undefined) return all.filter((_, index) => index % 3 === Number(third));
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

const { values, positionals } = parseArgs({ options: { third: { type: 'string' } }, allowPositionals: true });
const journeys = chosen(positionals, values.third);
const folder = mkdtempSync(join(tmpdir(), 'grimoire-journeys-'));
const postgres = await startPostgres();
try {
  await pack(folder, true);
  const packed = packedNames(false).map((name) => join(folder, '.packed', packedFile(name)));
  for (const journey of journeys) {
    const place = new Place(join(folder, journey.name), packed, postgres);
    const start = performance.now();
    const failure = await journey.run(place).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const seconds = ((performance.now() - start) / 1000).toFixed(0).padStart(4);
    console.log(`${failure === undefined ? 'passed' : 'FAILED'}  ${journey.name.padEnd(22)}${seconds} s`);
    if (journey.name.startsWith('start-'))
      for (const command of place.commands) console.log(`        ${command.seconds.toFixed(1).padStart(5)} s  ${command.text}`);
    if (failure !== undefined) {
      console.log(failure);
      process.exitCode = 1;
    }
    rmSync(place.folder, { recursive: true, force: true });
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
