import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminError, defineAdmin, postgres, type PostgresTarget } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grimoire } from '../support/command.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'grimoire-tls-'));
const ca = join(folder, 'ca.pem');
let server: PostgresServer;
let address = '';

/** An authority of our own, and the certificate of a server at 127.0.0.1 that it has signed. */
function makeCertificates(): void {
  const openssl = (...args: readonly string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-days', '2', '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Own authority');
  const names = ['-subj', '/CN=db', '-addext', 'subjectAltName=DNS:db.test,IP:127.0.0.1'];
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', ...names);
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '2', '-copy_extensions', 'copy'];
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signed);
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'server.key'), 0o600);
  if (process.getuid?.() === 0) chownSync(join(folder, 'server.key'), 65_534, 65_534);
}

beforeAll(async () => {
  makeCertificates();
  server = await startPostgres({ ssl: 'on', ssl_cert_file: join(folder, 'server.pem'), ssl_key_file: join(folder, 'server.key') });
  address = await server.createDatabase('tls');
  await server.query(
    address,
    'CREATE SCHEMA shop; CREATE TABLE shop.note (id integer PRIMARY KEY, title text); CREATE TABLE book (id integer PRIMARY KEY)',
  );
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The models of a database, or the error. */
async function modelsOf(target: string | PostgresTarget): Promise<readonly string[]> {
  const admin = defineAdmin({ database: postgres(target) });
  try {
    const { models } = await admin.operations.registry();
    return models.map(({ key }) => key).filter((key) => key.startsWith('main.') || key.startsWith('shop.'));
  } finally {
    await admin.close();
  }
}

describe('a connection over TLS', () => {
  it('trusts the authority that the address or the option names', async () => {
    const trusted = ['main.Book', 'shop.Note'];
    expect(await modelsOf(`${address}?sslmode=verify-full&sslrootcert=${ca}`)).toEqual(trusted);
    expect(await modelsOf({ connectionString: address, ssl: { caFile: ca } })).toEqual(trusted);
    expect(await modelsOf({ connectionString: address, ssl: { ca: readFileSync(ca, 'utf8'), servername: 'db.test' } })).toEqual(trusted);
    expect(await modelsOf({ connectionString: `${address}?sslmode=disable`, ssl: { rejectUnauthorized: false } })).toEqual(trusted);
  });

  it('is refused as unavailable where nobody is trusted, also where the address would check nothing', async () => {
    const refused = expect.objectContaining({
      code: 'unavailable',
      cause: expect.objectContaining({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
    });
    await expect(modelsOf({ connectionString: `${address}?sslmode=no-verify`, ssl: true })).rejects.toEqual(refused);
    await expect(modelsOf({ connectionString: address, ssl: { caFile: ca, servername: 'other.test' } })).rejects.toBeInstanceOf(AdminError);
  });

  it('names a file that is not there, and an option that there is none of', async () => {
    await expect(modelsOf(`${address}?sslmode=verify-full&sslrootcert=/none/ca.pem`)).rejects.toThrow(
      /that the address names can not be read.*\/none\/ca\.pem/,
    );
    const wrong = { connectionString: address, ssl: { caPath: ca } } as PostgresTarget;
    await expect(modelsOf(wrong)).rejects.toThrow(/E060 .*ssl.*"caPath"/);
  });

  it('is refused by commands in a sentence', async () => {
    const { code, err } = await grimoire(['migrate', '--database', `${address}?sslmode=verify-full`]);
    expect([code, err.includes('    at ')]).toEqual([1, false]);
    expect(err).toMatch(/The certificate of the database is not trusted\. Name the file .*`sslrootcert=FILE`/);
    const none = await startPostgres();
    const plain = await grimoire(['migrate', '--database', `${none.url}?sslmode=verify-full`]);
    await none.stop();
    expect(plain.err).toMatch(/^The server has no TLS\./m);
    expect(plain.err).not.toContain('    at ');
  });
});

describe('an address of Prisma', () => {
  it('looks for tables in the schema that it names', async () => {
    expect(await modelsOf(`${address}?schema=shop`)).toEqual(['main.Note']);
  });

  it('is refused where a pooler stands between, which would lose the schema', async () => {
    await expect(modelsOf(`${address}?schema=shop&pgbouncer=true`)).rejects.toThrow(/ALTER ROLE … SET search_path = "shop"/);
    expect(await modelsOf(`${address}?schema=public&pgbouncer=true`)).toEqual(['main.Book', 'shop.Note']);
  });
});
