import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareShop } from '@grimoire/example-shop/testing';
import { defineAdmin, sqlite } from 'grimoire';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe.skipIf(process.platform === 'win32')('a SQLite file', () => {
  let folder = '';
  let umask = 0;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'grimoire-file-'));
    // As most systems have it: a new file may be read by every user of the machine.
    umask = process.umask(0o022);
  });
  afterEach(() => {
    process.umask(umask);
    rmSync(folder, { recursive: true, force: true });
  });

  const mode = (name: string): string => (statSync(join(folder, name)).mode & 0o777).toString(8);
  const modes = (name: string): readonly string[] => ['', '-wal', '-shm'].map((end) => mode(`${name}${end}`));
  const service = (file: string) => defineAdmin({ database: sqlite(file), models: [], settings: { logger: pino({ level: 'silent' }) } });

  it('that the service makes is for its owner alone, with the files beside it', async () => {
    symlinkSync(join(folder, 'linked.sqlite'), join(folder, 'link'));
    const files = [
      ['plain.sqlite', join(folder, 'plain.sqlite')],
      ['named by address.sqlite', pathToFileURL(join(folder, 'named by address.sqlite')).href],
      ['linked.sqlite', join(folder, 'link')],
    ] as const;
    for (const [name, file] of files) {
      const admin = service(file);
      await admin.operations.migrate();
      expect([name, ...modes(name)]).toEqual([name, '600', '600', '600']);
      await admin.close();
    }
  });

  it('that is there keeps its mode', async () => {
    const file = join(folder, 'shared.sqlite');
    writeFileSync(file, '');
    chmodSync(file, 0o640);
    const admin = service(file);
    await admin.operations.migrate();
    expect(modes('shared.sqlite')).toEqual(['640', '640', '640']);
    await admin.close();
  });

  it('of an address that makes none is not made', async () => {
    const admin = service(`${pathToFileURL(join(folder, 'none.sqlite')).href}?mode=rw`);
    await expect(admin.operations.migrate()).rejects.toThrow();
    expect(() => mode('none.sqlite')).toThrow('ENOENT');
  });

  it('of the demo is for its owner alone', async () => {
    const admin = await prepareShop({ sqlite: join(folder, 'data', 'shop.sqlite') }, 5);
    expect([mode('data'), ...modes('data/shop.sqlite')]).toEqual(['700', '600', '600', '600']);
    await admin.close();
  });
});
