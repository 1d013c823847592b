import dns from 'node:dns';

/** What happens to the world of a process: its clock jumps by so many milliseconds, names are not found any more. */
export interface World {
  readonly clock: number;
  readonly names: boolean;
}

/** A name that only this process knows: that of this machine. */
export const databaseName = 'database.test';

/** Changes the world of this process as its parent says. */
export function letParentRule(): void {
  const world = { clock: 0, names: true };
  const real = Date;
  globalThis.Date = class extends real {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [real.now() + world.clock] : given) as [number]));
    }
    static override now(): number {
      return real.now() + world.clock;
    }
  } as DateConstructor;
  const lookup = dns.lookup as unknown as (...given: unknown[]) => void;
  const ruled = (name: string, options: unknown, done: (error: Error | null) => void): void => {
    if (name !== databaseName) return lookup(name, options, done);
    if (world.names) return lookup('127.0.0.1', options, done);
    process.nextTick(done, Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }));
  };
  Object.assign(dns, { lookup: ruled });
  process.on('message', (change: Partial<World>) => void Object.assign(world, change));
}
