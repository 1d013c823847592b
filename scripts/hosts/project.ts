import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PostgresServer } from '../../test/support/postgres-server.ts';
import { eventually, npm, run, type Running, start } from './commands.ts';
import { copyHost, type Host } from './host.ts';

/** Who signs in. */
export const credentials = { username: 'ada', password: 'a long password' };

const tables = "CREATE TABLE book (id integer PRIMARY KEY, title varchar(50)); INSERT INTO book VALUES (1, 'One'), (2, 'Two')";

/** Milliseconds that an application may take to start. */
const startLimit = 120_000;

/** What is done while an application runs. */
type Job = (origin: string, running: Running) => Promise<void>;

/** A copy of an example, installed, with a database. */
export class Project {
  readonly host: Host;
  readonly folder: string;
  /** The address of its database; empty for SQLite, which is a file in the folder. */
  readonly database: string;
  readonly #postgres: PostgresServer;

  private constructor(host: Host, parts: { folder: string; database: string; postgres: PostgresServer }) {
    this.host = host;
    this.folder = parts.folder;
    this.database = parts.database;
    this.#postgres = parts.postgres;
  }

  /** Copies and installs an example. */
  static async make(host: Host, folder: string, postgres: PostgresServer): Promise<Project> {
    const copy = copyHost(host, folder);
    await run(npm('ci', '--no-audit', '--no-fund', '--prefer-offline'), { cwd: copy });
    const database = host.usesPostgres ? await postgres.createDatabase(host.name) : '';
    const project = new Project(host, { folder: copy, database, postgres });
    await project.#fill();
    return project;
  }

  get #environment(): Readonly<Record<string, string>> {
    return { DATABASE_URL: this.database };
  }

  /** Creates a table, the service's own tables, and an account. */
  async #fill(): Promise<void> {
    if (this.host.usesPostgres) await this.#postgres.query(this.database, tables);
    else {
      const file = new DatabaseSync(join(this.folder, 'library.sqlite'));
      file.exec(tables);
      file.close();
    }
    const command = 'node_modules/grimoire/bin/grimoire.js';
    const env = { ...this.#environment, GRIMOIRE_PASSWORD: credentials.password };
    await run([command, 'migrate'], { cwd: this.folder, env });
    await run([command, 'create-superuser', '--username', credentials.username], { cwd: this.folder, env });
  }

  async build(): Promise<void> {
    if (this.host.scripts['build'] !== undefined) await run(npm('run', 'build'), { cwd: this.folder, env: this.#environment });
  }

  /** Runs a job while a script of the project, such as `start`, runs. */
  during(script: string, job: Job): Promise<void> {
    return this.duringIn(this.folder, npm('run', script), job);
  }

  /** Runs a job while Node runs with arguments in a folder. */
  async duringIn(cwd: string, args: readonly string[], job: Job): Promise<void> {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const env = { ...this.#environment, PORT: String(port), HOSTNAME: '127.0.0.1', ORIGIN: origin };
    const running = start(args, { cwd, env });
    try {
      let hasEnded = false;
      void running.ended.then(() => (hasEnded = true));
      await eventually(async () => {
        if (hasEnded) return;
        await (await fetch(origin)).body?.cancel();
      }, startLimit);
      await job(origin, running);
    } catch (error) {
      throw new Error(`${(error as Error).message}\nOutput of the application:\n${running.output()}`, { cause: error });
    } finally {
      await running.stop();
    }
  }

  /** The number of connections to the project's database. */
  async connections(): Promise<number> {
    const [row] = await this.#postgres.query(
      this.database,
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'grimoire'",
    );
    return Number(row?.['n']);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /** Replaces a text in a file of the project. */
  edit(file: string, before: string, after: string): void {
    const text = this.read(file);
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
    writeFileSync(join(this.folder, file), text.replace(before, after));
  }
}

/** A port that nothing listens at. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
