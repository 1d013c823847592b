import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { StartError } from '../errors/errors.ts';
import type { Database } from '../databases/database.ts';
import type { SystemTableNames } from '../model/system-tables.ts';

/** Keys for one purpose: the first one signs, each of them is accepted. */
export type Keys = readonly [current: string, ...older: string[]];

/** The least number of characters in a secret of the settings or the environment. */
export const minSecretLength = 32;

/** How to make a secret that is long enough. */
export const secretCure = '"openssl rand -base64 48" makes one.';

const sealedPrefix = 'sealed:v1:';

/** Makes the secret that the database keeps, unless it has one. It is idempotent and may run concurrently. */
export async function makeStoredSecret(database: Database, tables: SystemTableNames): Promise<void> {
  const row = { name: 'signing', value: randomBytes(48).toString('base64url') };
  await database
    .queries()
    .insertInto(tables.secret)
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The row of the secret that the database keeps. */
function secretRow(database: Database, tables: SystemTableNames) {
  return database.queries().selectFrom(tables.secret).select('value').where('name', '=', 'signing');
}

/**
 * The secrets that sign tokens, cursors and ETags: those of the settings or the environment, else the one that the database keeps.
 * Throws if that one is sealed and the secret that opens it is not given.
 */
export async function readSecrets(database: Database, tables: SystemTableNames, given: Keys | undefined): Promise<Keys> {
  if (given) return given;
  const row = await secretRow(database, tables).executeTakeFirst();
  if (row === undefined) throw new StartError(`The table ${tables.secret} has no secret; run "grimoire migrate", or set GRIMOIRE_SECRET.`);
  const value = String(row['value']);
  if (!value.startsWith(sealedPrefix)) return [value];
  throw new StartError(
    `The secret in ${tables.secret} is sealed with GRIMOIRE_SECRET, which is not set. Set it as it was; with another one, everybody signs in again.`,
  );
}

/** Whether the secret in the database is sealed with another one than those of the settings or the environment. */
export async function isSealedWithAnother(database: Database, tables: SystemTableNames, given: Keys | undefined): Promise<boolean> {
  const row = given && (await secretRow(database, tables).executeTakeFirst());
  const value = String(row?.['value'] ?? '');
  return value.startsWith(sealedPrefix) && given?.every((key) => unsealed(value, key) === null) === true;
}

/**
 * Encrypts ("seals") the secret in the database with the current secret of the settings or the environment, so that a reader of the
 * database cannot use it. A secret that is sealed with an older one is sealed again. It is idempotent.
 */
export async function sealStoredSecret(database: Database, tables: SystemTableNames, given: Keys | undefined): Promise<void> {
  if (!given) return;
  const row = await secretRow(database, tables).executeTakeFirst();
  const value = row === undefined ? null : String(row['value']);
  if (value === null || unsealed(value, given[0]) !== null) return;
  const plain = value.startsWith(sealedPrefix) ? given.map((key) => unsealed(value, key)).find((text) => text !== null) : value;
  // If the secret was sealed with one that is lost, a new one is made: while the settings give a secret, the stored one is not used.
  const next = sealed(plain ?? randomBytes(48).toString('base64url'), given[0]);
  await database
    .queries()
    .updateTable(tables.secret)
    .set({ value: next })
    .where('name', '=', 'signing')
    .where('value', '=', value)
    .execute();
}

function sealingKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'grimoire sealed secret', 32));
}

/** The text, encrypted with the secret. */
function sealed(text: string, secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${sealedPrefix}${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
}

/** The decrypted text; null if it was not sealed with this secret. */
function unsealed(text: string, secret: string): string | null {
  if (!text.startsWith(sealedPrefix)) return null;
  const bytes = Buffer.from(text.slice(sealedPrefix.length), 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Derives separate keys for one purpose. */
export function deriveKeys([current, ...older]: Keys, purpose: string): Keys {
  const derive = (secret: string): string => createHmac('sha256', secret).update(purpose).digest('base64url');
  return [derive(current), ...older.map(derive)];
}

type SecretSetting = string | readonly string[] | undefined;

function secretsOf(setting: SecretSetting): readonly string[] {
  const environment = [process.env['GRIMOIRE_SECRET'], process.env['GRIMOIRE_SECRET_OLD']];
  const candidates = setting === undefined ? environment : [setting].flat();
  return candidates.filter((text): text is string => text !== undefined && text !== '');
}

/** What is wrong with the secrets that {@link givenSecrets} returns, as a sentence; null if nothing is. */
export function secretProblem(setting: SecretSetting): string | null {
  const isShort = secretsOf(setting).some((secret) => typeof secret === 'string' && secret.length < minSecretLength);
  return isShort ? `A secret has at least ${minSecretLength} characters.` : null;
}

/** The secrets of the settings, else of the environment; undefined if neither gives one. Throws if one is too short. */
export function givenSecrets(setting: SecretSetting): Keys | undefined {
  const problem = secretProblem(setting);
  if (problem !== null) throw new StartError(`settings.secret, GRIMOIRE_SECRET: ${problem} ${secretCure}`);
  const [current, ...older] = secretsOf(setting);
  return current === undefined ? undefined : [current, ...older];
}
