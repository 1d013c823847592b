/**
 * Packs the packages for a project that installs them from this checkout, and prints what its package manager needs.
 *
 *   npm run release -- pack ../project        the service and its client
 *   npm run release -- pack ../project --ui   and the kit for extensions of the dashboard
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packInto } from './hosts/pack.ts';
import { installation, managerOf, packedNames } from './pack/installation.ts';

const { values, positionals } = parseArgs({ options: { ui: { type: 'boolean', default: false } }, allowPositionals: true });
const [given, ...others] = positionals;
if (given === undefined || others.length > 0) throw new Error('Name the folder of your project: npm run release -- pack ../project [--ui]');
// npm runs scripts in the root folder of the repository; the path is that of the caller.
const project = resolve(process.env['INIT_CWD'] ?? '.', given);
if (!existsSync(join(project, 'package.json'))) throw new Error(`${project} has no package.json.`);
const folder = 'grimoire-packages';
mkdirSync(join(project, folder), { recursive: true });
const names = packedNames(values.ui);
await packInto(join(project, folder), names);
console.log(`Packed ${names.join(', ')} into ${join(project, folder)}.\n`);
console.log(installation(managerOf(project), `./${folder}`, names));
