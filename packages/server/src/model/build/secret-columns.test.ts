import { readFileSync } from 'node:fs';
import type { FieldTypeName } from '@grimoire/protocol';
import { describe, expect, it } from 'vitest';
import { isSecretColumn, type JudgedColumn } from './secret-columns.ts';

/** A column of a public schema, and whether it holds a secret. */
interface Case {
  readonly schema: string;
  readonly judged: JudgedColumn;
  readonly isSecret: boolean;
}

const file = new URL('secret-columns.cases.csv', import.meta.url);
const cases: readonly Case[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [schema = '', table = '', column = '', type = '', length = '', foreignKey = '', verdict = ''] = line.split(',');
    const maxLength = length === '' ? undefined : Number(length);
    const more = { maxLength, dbType: maxLength === undefined ? 'text' : `varchar(${length})`, isForeignKey: foreignKey === 'yes' };
    return { schema, judged: columnOf(table, column, type as FieldTypeName, more), isSecret: verdict === 'secret' };
  });

function columnOf(table: string, column: string, type: FieldTypeName = 'CharField', more: Partial<JudgedColumn> = {}): JudgedColumn {
  return {
    table,
    column,
    name: column,
    type,
    dbType: 'text',
    isOpaque: false,
    maxLength: undefined,
    isForeignKey: false,
    hasChoices: false,
    ...more,
  };
}

const namesOf = (wrong: readonly Case[]): string[] =>
  wrong.map(({ schema, judged }) => `${schema}: ${judged.table}.${judged.column} ${judged.type}`);

describe('columns of public schemas', () => {
  it('are judged so that no secret is served', () => {
    const secrets = cases.filter(({ isSecret }) => isSecret);
    expect(secrets.length).toBeGreaterThanOrEqual(90);
    expect(namesOf(secrets.filter(({ judged }) => !isSecretColumn(judged)))).toEqual([]);
  });

  it('are judged so that at most 3 % are hidden without need', () => {
    const plain = cases.filter(({ isSecret }) => !isSecret);
    const hidden = namesOf(plain.filter(({ judged }) => isSecretColumn(judged)));
    expect(cases.length).toBeGreaterThanOrEqual(300);
    expect(hidden.length / plain.length, hidden.join('\n')).toBeLessThanOrEqual(0.03);
  });
});

const words = (text: string): string[] => text.trim().split(/\s+/);

describe('the name of a column of texts', () => {
  it.each(
    words(`password passwordHash user_passwd API_KEY apiKey private-key reset-token clientSecret salt SecretAnswer passwordhash PASSWORDHASH
      PassWord pass_crypt passcrypt passwordsalt mfasecret clientsecret secrets tokens hmac_key hmackey hashedKey keyHash keyhash otp_code
      otpcode otp_seed otp1 backup_codes backupcodes session_key sessionkey credential credentials encrypted_anything encryptedValue
      hashed_password recovery_code recoveryCodes pin user_pin pincode pin_code account_pin_code pinHash card_number cardNumber
      credit_card_number cc_number creditcardnumber cvv cvv2 card_cvc password2 password_2 pw pwd user_pass smtpPass dbpass apikeysecret
      accesskey secret_access_key signing_key webhook_secret 2fa_secret twoFactorSecret two_factor_code mfaCode verification_code
      sms_code reset_code one_time_code passphrase passcode passwort Kennwort contraseña contrasena senha mot_de_passe motDePasse mdp
      wachtwoord jwt id_token csrf_token remember_digest license_key magic_link seed_phrase connection_string security_answer
      password_hint token_hash old_password new-password MasterPasswordHash oauth2_token tokenValue mypassworddb secure_key user_actkey privkey psk persist_code exchange_code_hash member_card_pin public_key_passphrase page_token_secret encrypted_name encrypted_url email_ciphertext secret_note activation_hash pin_block otep`),
  )('%s is that of a secret', (name) => {
    expect(isSecretColumn(columnOf('thing', name))).toBe(true);
  });

  it.each(
    words(`compass passenger passengers pin_board pin_data bypass by_pass pinned shipping opinion spinner monkey keyboard keyword keywords sort_key primary_key
      foreign_key public_key publicKey key value code hash token_type tokenType token_count max_tokens maxTokens token_limit tokens_used
      secretary secretariat secret_santa secret_santa_name passport passport_country passport_number author authority card_type
      card_last4 cardHolderName tokenizer tokenized_text salty basalt api is_secret has_password password_changed_at passwordChangedAt
      password_expires passwordexpiry token_expires_at tokenId token_id secret_name api_key_name apiKeyPrefix access_key_id cache_key
      partition_key_hash object_key idempotency_key meta_key issue_key translation_key pass_rate passRate boarding_pass season_pass
      passive compassion trespass spin pineapple mapping map_pin pin_color pinterest zip_code postal_code country_code status_code
      error_code promo_code barcode encrypted_at is_encrypted encryption_algorithm obfuscated_token time_code exchange_code source_code_hash codec decode hashtag blurhash commit_hash file_hash seed seedling session_name
      session_count library_card_number gift card page_token next_page_token password_policy password_strength otp_enabled
      credential_id truncated_key masked_card turkey hockey footprint cover_letter desenha resenha verifier`),
  )('%s is that of none', (name) => {
    expect(isSecretColumn(columnOf('thing', name))).toBe(false);
  });

  it('may be that of the field, where the column has another', () => {
    expect(isSecretColumn(columnOf('thing', 'x1', 'CharField', { name: 'password' }))).toBe(true);
  });
});

describe('the table of a column', () => {
  it.each([
    ['ApiKeys', 'key', true],
    ['ApiKeys', 'value', true],
    ['apikeys', 'key', true],
    ['api_keys', 'name', false],
    ['api_key_permissions', 'key', false],
    ['settings', 'key', false],
    ['settings', 'value', false],
    ['SecretStore', 'value', true],
    ['token_types', 'code', false],
    ['password_policies', 'value', false],
    ['email_verifications', 'code', true],
    ['otp_devices', 'key', true],
    ['sessions', 'sid', true],
    ['sessions', 'data', true],
    ['sessions', 'title', false],
    ['calls', 'sid', false],
    ['users', 'hash', true],
    ['files', 'hash', false],
    ['users', 'session_id', true],
    ['visits', 'session_id', false],
    ['web_push_subscriptions', 'auth', true],
    ['oauth2_provider_devicegrant', 'device_code', true],
    ['gadgets', 'device_code', false],
    ['pins', 'text', false],
    ['passes', 'code', false],
    ['oc_api', 'key', true],
    ['keys', 'hash', true],
    ['keys', 'key', false],
    ['addresses', 'pincode', false],
    ['employees', 'pincode', true],
    ['deliveries', 'pin', true],
    ['locations', 'pin', true],
    ['boards', 'pin', false],
    ['countries', 'code', false],
  ])('%s makes %s a secret: %s', (table, column, isSecret) => {
    expect(isSecretColumn(columnOf(table, column))).toBe(isSecret);
  });
});

describe('the type of a column', () => {
  it.each<[string, FieldTypeName, Partial<JudgedColumn>, boolean]>([
    ['token', 'IntegerField', { isForeignKey: true }, false],
    ['token', 'CharField', { isForeignKey: true }, false],
    ['password', 'BooleanField', {}, false],
    ['password', 'DateTimeField', {}, false],
    ['token', 'DurationField', {}, false],
    ['token', 'GenericIPAddressField', {}, false],
    ['token', 'IntegerField', {}, false],
    ['password', 'DecimalField', {}, false],
    ['tokens', 'JSONField', {}, true],
    ['token', 'UUIDField', {}, true],
    ['secret', 'BinaryField', {}, true],
    ['mfa_verifications', 'JSONField', { table: 'users' }, true],
    ['mfa_verifications', 'JSONField', {}, false],
    ['mfa', 'BinaryField', { table: 'be_users' }, true],
    ['mfa', 'CharField', { table: 'users' }, false],
    ['password', 'CharField', { hasChoices: true }, false],
    ['password', 'TextField', { isOpaque: true, dbType: 'tstzrange' }, false],
    ['password', 'TextField', { isOpaque: true, dbType: 'STRING' }, true],
    ['otp_code', 'IntegerField', {}, true],
    ['pin', 'IntegerField', {}, true],
    ['pin_number', 'DecimalField', {}, true],
    ['cvv', 'SmallIntegerField', {}, true],
    ['verification_code', 'IntegerField', {}, true],
    ['pins', 'IntegerField', {}, false],
    ['backup_codes', 'IntegerField', {}, false],
    ['pin_attempts', 'IntegerField', {}, false],
    ['otp_required_for_login', 'IntegerField', {}, false],
    ['id', 'AutoField', {}, false],
  ])('%s %s %o: %s', (name, type, more, isSecret) => {
    expect(isSecretColumn(columnOf('thing', name, type, more))).toBe(isSecret);
  });

  it.each([
    ['thing', 'password', 1, false],
    ['thing', 'password', 10, true],
    ['thing', 'cvv', 3, true],
    ['thing', 'card_number', 6, false],
    ['thing', 'card_number', 19, true],
    ['sessions', 'id', 255, true],
    ['sessions', 'id', 36, false],
    ['saml_sessions', 'id', 48, false],
    ['sessions', 'session_id', 36, false],
  ])('%s.%s of at most %i characters: %s', (table, name, maxLength, isSecret) => {
    const more = { maxLength, dbType: `varchar(${maxLength})` };
    expect(isSecretColumn(columnOf(table, name, 'CharField', more))).toBe(isSecret);
  });
});
