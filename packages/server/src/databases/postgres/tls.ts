import { readFileSync } from 'node:fs';
import { StartError } from '../../errors/errors.ts';
import type { PostgresTls } from './postgres.ts';

/** What the driver is told. */
interface DriverTls {
  readonly rejectUnauthorized?: boolean;
  readonly servername?: string;
  readonly ca?: string | Uint8Array;
  readonly cert?: string | Uint8Array;
  readonly key?: string | Uint8Array;
}

/** The parameters of an address that say how a connection is encrypted; the driver would prefer them to the option. */
const tlsParameters = ['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'];

/** Reads the files of the option `ssl`. Throws a `StartError` that names a file that can not be read. */
export function driverTls(ssl: boolean | PostgresTls): boolean | DriverTls {
  if (typeof ssl === 'boolean') return ssl;
  const { caFile, certFile, keyFile, ...rest } = ssl;
  const files = Object.entries({ ca: caFile, cert: certFile, key: keyFile }).filter(([, file]) => file !== undefined);
  return { ...rest, ...Object.fromEntries(files.map(([name, file]) => [name, contentOf(`ssl.${name}File`, file ?? '')])) };
}

function contentOf(option: string, file: string | URL): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartError(`The file of \`${option}\` of postgres() can not be read: ${(error as Error).message}`, { cause: error });
  }
}

/** What an address says beside the server. */
export interface AddressParameters {
  /** The address without the parameters that are taken apart here. */
  readonly connectionString: string;
  /** The schema that Prisma names in an address: where tables are looked for. */
  readonly schema: string | null;
  /** Whether a pooler stands between, as Prisma says it. */
  readonly isPooled: boolean;
}

/** Takes an address apart. @param hasTls whether an option says how it is encrypted */
export function readParameters(address: string, hasTls: boolean): AddressParameters {
  const [server = '', query] = address.split(/\?(.*)/s);
  if (query === undefined || address.startsWith('/')) return { connectionString: address, schema: null, isPooled: false };
  const parameters = new URLSearchParams(query);
  const schema = parameters.get('schema');
  const isPooled = parameters.get('pgbouncer') === 'true';
  for (const name of ['schema', 'pgbouncer', ...(hasTls ? tlsParameters : [])]) parameters.delete(name);
  const rest = parameters.toString();
  return { connectionString: rest === '' ? server : `${server}?${rest}`, schema: schema === '' ? null : schema, isPooled };
}

const cure =
  "Name the file of the authority that has signed it: `sslrootcert=FILE` in the address, or postgres({ connectionString, ssl: { caFile: 'FILE' } }).";

/** A sentence for each code of OpenSSL and Node for what TLS refuses, or its beginning. */
const refusals: readonly (readonly [code: RegExp, sentence: string])[] = [
  [
    /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF|UNABLE_TO_|CERT_UNTRUSTED|CERT_SIGNATURE|INVALID_CA)/,
    `The certificate of the database is not trusted. ${cure}`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'The certificate of the database is for another host than the address names. Connect by the name in the certificate, or give it as `ssl: { servername }` of postgres().',
  ],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the database has expired.'],
  [/^CERT_NOT_YET_VALID$/, 'The certificate of the database is not valid yet: is the clock of this machine right?'],
  [/^ERR_OSSL_/, 'A certificate or key for the database can not be read, or does not belong to the other.'],
  [/^ERR_SSL_|^EPROTO$/, 'The database and this machine agree on no way to encrypt the connection.'],
];

/** A sentence for an error of an encrypted connection; undefined for any other error. */
export function tlsRefusal({ code, message }: { readonly code?: unknown; readonly message: string }): string | undefined {
  if (message === 'The server does not support SSL connections')
    return 'The server has no TLS. Leave `sslmode` out of the address and `ssl` out of postgres(), if the way to it is private.';
  if (code === '28000' && /no encryption|SSL off/.test(message))
    return 'The server wants an encrypted connection: add `sslmode=verify-full` to the address, or give postgres({ connectionString, ssl: true }).';
  return typeof code === 'string' ? refusals.find(([pattern]) => pattern.test(code))?.[1] : undefined;
}
