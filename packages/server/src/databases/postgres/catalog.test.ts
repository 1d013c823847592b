import { describe, expect, it } from 'vitest';
import { StartError } from '../../errors/errors.ts';
import type { StatementReader } from '../statement.ts';
import { readPostgresCatalog } from './catalog.ts';

describe('the catalog of PostgreSQL', () => {
  const serverOf = (version: string): StatementReader => ({ read: async () => [[version]] });

  it.each(['9.6.24', '12.22 (Debian 12.22-1)'])('is not read from a server of version %s', async (version) => {
    const wanted = new StartError(`The server is PostgreSQL ${version}. Grimoire needs PostgreSQL 13 or newer.`);
    await expect(readPostgresCatalog(serverOf(version))).rejects.toThrow(wanted);
  });
});
