import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { StallWatch } from './stall-watch.ts';

test('a response whose client has left before it is watched is not kept', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const stalls = new StallWatch(60_000);
  const closedResponse = Promise.withResolvers<WeakRef<ServerResponse>>();
  // As middleware of the application that takes a while.
  const server = createServer((_, response) => {
    response.once('close', () => {
      closedResponse.resolve(new WeakRef(response));
      setImmediate(() => stalls.watch(response));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).on('error', () => undefined);
  await once(server, 'request');

  request.destroy();
  const response = await closedResponse.promise;

  await expect
    .poll(() => {
      collect();
      return response.deref() === undefined;
    })
    .toBe(true);
  server.close();
});
