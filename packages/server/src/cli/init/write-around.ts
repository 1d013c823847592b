import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addScripts, addVariables, type Edited, ignoreEnvironment } from './edits.ts';
import type { Project } from './project.ts';

const scripts = { admin: 'grimoire serve', 'admin:migrate': 'grimoire migrate' };

/** Adds scripts to `package.json`, variables to `.env`, and `.env` to `.gitignore`; says what it has changed. Sets the added variables. */
export function writeAround(project: Project, variables: Readonly<Record<string, string>>): void {
  const { folder, manifest } = project;
  if (manifest === undefined) console.log('There is no package.json: no script was added.');
  else edit(folder, 'package.json', { ...addScripts(manifest, scripts), what: 'the script' });
  edit(folder, '.gitignore', { ...ignoreEnvironment(read(folder, '.gitignore')), what: 'the line' });
  const added = addVariables(read(folder, '.env'), new Set(Object.keys(project.environment)), variables);
  edit(folder, '.env', { ...added, what: 'the variable' });
  for (const name of added.added) process.env[name] ??= variables[name] ?? '';
}

function read(folder: string, name: string): string {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function edit(folder: string, name: string, { text, added, what }: Edited & { readonly what: string }): void {
  if (added.length === 0) return;
  // A new `.env` contains secrets.
  writeFileSync(join(folder, name), text, name === '.env' ? { mode: 0o600 } : {});
  console.log(`${name}: added ${what}${added.length === 1 ? '' : 's'} ${added.join(', ')}.`);
}
