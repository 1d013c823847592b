import { defineAdmin, model, postgres, sqlite } from 'grimoire';
import { pino } from 'pino';
import { clientOf } from '../support/service.ts';

/** Rows of a batch. */
export const batchSize = 20;

/** The service over a database whose tables `crash.ts` has made. */
export function faultAdmin(address: string): ReturnType<typeof defineAdmin> {
  return defineAdmin({
    database: address.startsWith('sqlite:') ? sqlite(address.slice(7)) : postgres({ connectionString: address, max: 4 }),
    models: [model('item', 'm.Item')],
    settings: { logger: pino({ level: 'silent' }), secret: 'a secret of the fault tests that is long enough' },
  });
}

/**
 * Writes batches without end, several at a time, until it is killed: new rows, changes of a whole batch, deletes of one.
 * Says `writing` once the first batch is in.
 */
async function main(address: string, token: string): Promise<void> {
  const client = clientOf(faultAdmin(address), token);
  let batch = 0;
  const own = `${process.pid}`;
  const write = async (): Promise<void> => {
    for (;;) {
      const name = `${own}-${++batch}`;
      const rows = Array.from({ length: batchSize }, () => ({ op: 'create', data: { batch: name, version: 0 } }));
      const made = await client.post('/r/m.Item/bulk/', { operations: rows });
      if (made.status !== 200) throw new Error(`A batch was answered by ${made.status} ${made.text}`);
      process.stdout.write('writing\n');
      const ids = made.body.results.map(({ pk }: { pk: number }) => pk);
      for (let version = 1; version <= 3; version++) await client.post('/r/m.Item/bulk/', { action: 'update', ids, data: { version } });
      if (batch % 3 === 0) await client.post('/r/m.Item/bulk/', { action: 'delete', ids });
    }
  };
  await Promise.all([write(), write(), write()]);
}

const [, script = '', address, token] = process.argv;
if (script.endsWith('writer.ts') && address !== undefined && token !== undefined) await main(address, token);
