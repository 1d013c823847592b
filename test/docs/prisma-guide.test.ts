import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const guide = readFileSync(join(root, 'docs/how-to/serve-a-prisma-schema.md'), 'utf8');

function snippetsOf(language: string): string[] {
  return Array.from(guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms')), ([, snippet = '']) => snippet);
}

const setup = `
import { DatabaseSync } from 'node:sqlite';
const database = new DatabaseSync('prisma/dev.db');
database.exec(\`CREATE TABLE "Customer" ("id" TEXT NOT NULL PRIMARY KEY, "email_address" TEXT NOT NULL UNIQUE, "name" TEXT);
  CREATE TABLE "Order" ("number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "status" TEXT NOT NULL DEFAULT 'NEW', "updatedAt" DATETIME NOT NULL,
    "customerId" TEXT NOT NULL REFERENCES "Customer" ("id"));\`);
database.close();
const { default: admin } = await import('./grimoire.config.ts');
await admin.operations.migrate();
await admin.ready();
console.log('ready');
await admin.close();
`;

describe('the guide to Prisma schemas', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(root, 'test', 'tmp-prisma-'));
    mkdirSync(join(folder, 'prisma'));
    writeFileSync(join(folder, 'prisma/schema.prisma'), snippetsOf('prisma')[0] ?? '');
    writeFileSync(join(folder, 'setup.ts'), setup);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has a config that starts', async () => {
    writeFileSync(join(folder, 'grimoire.config.ts'), snippetsOf('ts')[0] ?? '');
    const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'setup.ts'], { cwd: folder });
    expect(stdout.trim()).toBe('ready');
  });
});
