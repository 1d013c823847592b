import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../usage-error.ts';
import { uiTemplate } from './ui-template.ts';

/** The folder of a new extension of the dashboard, in that of the project. */
const name = 'admin-ui';

/** Writes an extension of the dashboard to begin with. Throws a `UsageError` if its folder is there. */
export function writeUi(folder: string): void {
  if (existsSync(join(folder, name))) throw new UsageError(`${name} exists. Remove it, or extend it as it is.`);
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { readonly version: string };
  for (const [path, text] of Object.entries(uiTemplate(version))) {
    const file = join(folder, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  console.log(`Wrote ${name}, an extension of the dashboard with a page and a cell.

Name its build in the config: dashboard: { extension: '${name}/dist/admin-ui' }
Build it: cd ${name} && npm install && npm run build
Develop it, with the service at http://localhost:8000: npm run dev`);
}
