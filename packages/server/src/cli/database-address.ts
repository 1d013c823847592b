import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Addressed } from '../databases/address.ts';
import type { DatabaseAddress } from '../databases/database.ts';
import { addressForms, addressTexts } from '../databases/list.ts';
import { UsageError } from './usage-error.ts';

/** The options that may contain the address of a database. */
export interface AddressArguments {
  readonly database?: string | undefined;
  readonly 'database-file'?: string | undefined;
}

/** An address and its source. */
interface Address {
  readonly text: string;
  readonly from: string;
}

/** The database that the command's options name; null if they name none. Throws if they name two. */
export function databaseOfOptions(args: AddressArguments): DatabaseAddress | null {
  const address = addressOfOptions(args);
  return address && databaseOf(address);
}

/** The database of an address that was typed. */
export function databaseOfAddress(text: string): DatabaseAddress {
  return databaseOf({ text, from: '--database' });
}

/** The database that `DATABASE_URL` names; null if it is not set. */
export function databaseOfEnvironment(): DatabaseAddress | null {
  const { DATABASE_URL: text } = process.env;
  return text ? databaseOf({ text, from: 'DATABASE_URL' }) : null;
}

function addressOfOptions({ database, 'database-file': file }: AddressArguments): Address | null {
  if (database !== undefined && file !== undefined) throw new UsageError('Give --database or --database-file, not both.');
  if (database !== undefined) return { text: database, from: '--database' };
  return file === undefined ? null : { text: firstLineOf(file), from: file };
}

function firstLineOf(file: string): string {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const [line = ''] = readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, 1);
  if (line.trim() === '') throw new UsageError(`The first line of ${file} is empty: write the address of the database there.`);
  return line.trim();
}

/** Throws if an address is that of an unsupported database. */
export function requireServed(address: string): void {
  addressed(address);
}

/** The database of an address, without a look at its file. Throws if it is that of an unsupported database. */
export function addressed(address: string): Addressed {
  // The last form takes any text without a scheme.
  const parsed = isUnserved.test(address) ? undefined : addressForms.map(({ read }) => read(address)).find((each) => each !== null);
  if (parsed) return parsed;
  if (isUnserved.test(address)) throw new UsageError(`MySQL and MariaDB are not served yet: use ${addressTexts}.`);
  const [scheme] = address.split('://');
  throw new UsageError(`"${scheme}" is no database that is served: use ${addressTexts}.`);
}

/** Prisma looks for a file beside its schema. */
function hintOf(file: string): string {
  return existsSync(join('prisma', file))
    ? ` Prisma looks for it beside its schema: name it as sqlite:prisma/${file.replace(/^\.\//, '')}.`
    : '';
}

/** Databases that a user may expect to be served. */
const isUnserved = /^(mysql|mariadb):/;

/** The database of an address. Messages show an address only if it was typed. */
function databaseOf({ text, from }: Address): DatabaseAddress {
  const { source, file } = addressed(text);
  if (file === '') throw new UsageError('The address names no file: write sqlite:FILE.');
  if (file !== undefined && !existsSync(file))
    throw new UsageError(from === '--database' ? `There is no file ${file}.` : `${from} names a file that is not there.${hintOf(file)}`);
  return source;
}
