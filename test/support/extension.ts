import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './command.ts';

const run = promisify(execFile);

/** The folder of the extension in `examples/extended`. */
export const exampleExtension: string = join(root, 'examples/extended/admin-ui');

/** Builds an extension as its host does. @returns the folder for the service */
export async function builtExtension(folder: string): Promise<string> {
  await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return join(folder, 'dist/admin-ui');
}
