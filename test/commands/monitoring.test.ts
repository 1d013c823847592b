import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { grimoireInProcess, stop } from '../support/command.ts';
import { dialects } from '../support/databases.ts';
import { type ServedProcess, servedLibrary } from '../support/served.ts';

describe.each(dialects)('serve with addresses for operators on %s', (dialect) => {
  const library = servedLibrary(dialect);

  const start = (...args: string[]): Promise<ServedProcess> => library.serve('--monitor-port', '0', ...args);
  const statusOf = (url: string): Promise<number> =>
    fetch(url).then(
      ({ status }) => status,
      () => 0,
    );

  it('has them on a port of their own, and not on that of the API', async () => {
    const { child, api, monitor } = await start();
    expect(await statusOf(`${api}config/`)).toBe(200);
    for (const path of ['healthz', 'readyz', 'metrics']) {
      expect([path, await statusOf(`${monitor}/${path}`)]).toEqual([path, 200]);
      expect([path, (await (await fetch(new URL(`/${path}`, api))).text()).includes('grimoire_request')]).toEqual([path, false]);
    }
    expect(await (await fetch(`${monitor}/metrics`)).text()).toContain('grimoire_request_seconds_count{method="GET",route="/config"');
    expect(await stop(child)).toBe(0);
  });

  it('says in config/ that nothing can be changed, with --read-only', async () => {
    const { api, child } = await start('--read-only');
    expect(await (await fetch(`${api}config/`)).json()).toMatchObject({ maintenance: true });
    expect(await stop(child)).toBe(0);
  });

  it('is not ready, but still serves, for a while after it was told to end', async () => {
    const { child, api, monitor } = await start('--drain', '1');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await expect.poll(() => statusOf(`${monitor}/readyz`), { interval: 20 }).toBe(503);
    expect(await statusOf(`${api}config/`)).toBe(200);
    expect(await ended).toEqual([0, null]);
  });

  it('asks clients to close their connections while it drains, and ends at once at the second signal', async () => {
    const { child, api } = await start('--drain', '30');
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const ask = async (): Promise<string | undefined> => {
      const [response] = (await once(get(`${api}config/`, { agent }), 'response')) as [IncomingMessage];
      await response.resume().toArray();
      return response.headers.connection;
    };
    expect(await ask()).toBe('keep-alive');
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await expect.poll(ask, { interval: 20 }).toBe('close');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('ends although a client has opened a connection and sent nothing, or half of a request', async () => {
    const { child, api } = await start();
    const { hostname, port } = new URL(api);
    const [silent, half] = [connect(Number(port), hostname), connect(Number(port), hostname)];
    await Promise.all([once(silent, 'connect'), once(half, 'connect')]);
    half.write('GET /api/config/ HTTP/1.1\r\nHost: ');
    expect(await statusOf(`${api}config/`)).toBe(200);
    expect(await stop(child)).toBe(0);
    for (const socket of [silent, half]) socket.destroy();
  });

  it('answers operators under its own names only', async () => {
    const { monitor } = await start();
    const request = get(`${monitor}/metrics`, { headers: { host: 'evil.example' } });
    const [{ statusCode }] = (await once(request, 'response')) as [IncomingMessage];
    expect(statusCode).toBe(400);
  });

  it('is replaced without a failed request', async () => {
    const running = new Set<ServedProcess>([await start('--drain', '1'), await start('--drain', '1')]);
    const ready = new Set(running);
    const seen = { served: 0, failed: 0, isOver: false };
    // What a load balancer does: it asks each process, and sends requests to those that are ready.
    const balance = async (): Promise<void> => {
      while (!seen.isOver) {
        for (const each of running) {
          if ((await statusOf(`${each.monitor}/readyz`)) === 200) ready.add(each);
          else ready.delete(each);
        }
        await new Promise((resolve) => void setTimeout(resolve, 50));
      }
    };
    const ask = async (): Promise<void> => {
      while (!seen.isOver) {
        const targets = [...ready];
        const target = targets[Math.floor(Math.random() * targets.length)];
        if ((await statusOf(`${target?.api}config/`)) === 200) seen.served += 1;
        else seen.failed += 1;
        await new Promise((resolve) => void setTimeout(resolve, 20));
      }
    };
    const load = [balance(), ...Array.from({ length: 5 }, ask)];
    for (const old of Array.from(running)) {
      const replacement = await start('--drain', '1');
      running.add(replacement);
      await expect.poll(() => ready.has(replacement)).toBe(true);
      const ended = once(old.child, 'exit');
      old.child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      running.delete(old);
      ready.delete(old);
    }
    seen.isOver = true;
    await Promise.all(load);
    expect(seen.failed).toBe(0);
    expect(seen.served).toBeGreaterThan(50);
  });
});

describe('serve', () => {
  it('refuses addresses for operators that it can not have', async () => {
    const refused = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> => {
      const { code, err } = await grimoireInProcess(['serve', '--database', 'sqlite::memory:', '--migrate', '--port', '0', ...args], env);
      expect(code).not.toBe(0);
      return err;
    };
    expect(await refused(['--monitor-port', 'x'])).toContain('"x" is no port (--monitor-port).');
    expect(await refused(['--monitor-host', '0.0.0.0'])).toContain('--monitor-host needs --monitor-port.');
    expect(await refused(['--monitor-port', '0'], { GRIMOIRE_METRICS_TOKEN: '' })).toContain('is set, but has less than 16 characters');
    expect(await refused(['--drain', '-1'])).toContain('no number of seconds');
    expect(await refused(['--monitor-port', '0'], { GRIMOIRE_METRICS_TOKEN: 'short' })).toContain('less than 16 characters');
  });
});
