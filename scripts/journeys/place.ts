import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PostgresServer } from '../../test/support/postgres-server.ts';
import { eventually, npm, run, start } from '../hosts/commands.ts';

/** The folder of one journey, outside of the repository. */
export class Place {
  readonly folder: string;
  /** The packed packages. */
  readonly packed: readonly string[];
  readonly postgres: PostgresServer;
  /** The variables of its commands and servers. */
  environment: Readonly<Record<string, string>> = { DATABASE_URL: '' };
  /** What a user would have typed, and how long each command took. */
  readonly commands: { readonly text: string; readonly seconds: number }[] = [];

  constructor(folder: string, packed: readonly string[], postgres: PostgresServer) {
    this.folder = folder;
    this.packed = packed;
    this.postgres = postgres;
    mkdirSync(folder, { recursive: true });
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true });
      writeFileSync(join(this.folder, name), text);
    }
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** Adds a script to `package.json`. */
  addScript(name: string, command: string): void {
    const manifest = JSON.parse(this.read('package.json')) as { readonly scripts?: object };
    this.write({ 'package.json': JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, [name]: command } }) });
  }

  /** Installs the packed packages, and others by their names. */
  async install(...names: readonly string[]): Promise<void> {
    this.write({ 'package.json': '{ "name": "app", "private": true }\n' });
    await this.add(...names);
  }

  /** The same in a project that is there. */
  async add(...names: readonly string[]): Promise<void> {
    const args = npm('install', '--no-audit', '--no-fund', '--prefer-offline', ...this.packed, ...names);
    await this.#timed(['npm install grimoire', ...names].join(' '), () => this.#run(args));
  }

  /** Runs Node with arguments in the folder. @returns what it has printed. Throws with that if it fails */
  node(...args: readonly string[]): Promise<string> {
    return this.#timed(`node ${args.join(' ')}`, () => this.#run(args));
  }

  /** Runs a program of the installed packages. */
  bin(name: string, ...args: readonly string[]): Promise<string> {
    return this.#timed(['npx', name, ...args].join(' '), () => this.#run(npm('exec', '--', name, ...args)));
  }

  #run(args: readonly string[]): Promise<string> {
    return run(args, { cwd: this.folder, env: this.environment });
  }

  async #timed<T>(text: string, job: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const result = await job();
    this.commands.push({ text, seconds: (performance.now() - begun) / 1000 });
    return result;
  }

  /** What Node prints for arguments with which it fails. Throws if it does not fail. */
  async refusal(...args: readonly string[]): Promise<string> {
    const running = start(args, { cwd: this.folder });
    if ((await running.ended) === 0) throw new Error(`${args.join(' ')} did not fail.`);
    return running.output();
  }

  /** Runs a script of `package.json` and a job while its server runs, which prints its address. */
  script<T>(name: string, job: (origin: string) => Promise<T>): Promise<T> {
    return this.#timed(`npm run ${name}   (to the first rows)`, () => this.during(npm('run', name), job));
  }

  /** Runs a job while a server runs, which prints its address. */
  async during<T>(args: readonly string[], job: (origin: string) => Promise<T>): Promise<T> {
    const running = start(args, { cwd: this.folder, env: { ...this.environment, PORT: '0' } });
    let hasEnded = false;
    void running.ended.then(() => (hasEnded = true));
    try {
      const origin = await eventually(async () => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(running.output())?.[0];
        if (found !== undefined) return found;
        if (hasEnded) return '';
        throw new Error('The server has printed no address.');
      }, 120_000);
      if (origin === '') throw new Error(`The server has ended:\n${running.output()}`);
      return await job(origin).catch((error: unknown) => {
        throw new Error(`${(error as Error).message}\nOutput of the server:\n${running.output()}`, { cause: error });
      });
    } finally {
      await running.stop();
    }
  }
}
