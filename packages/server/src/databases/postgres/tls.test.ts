import { expect, it } from 'vitest';
import { driverTls, readParameters, tlsRefusal } from './tls.ts';

it('takes the schema and the pooler of Prisma out of an address', () => {
  const { connectionString, schema, isPooled } = readParameters('postgres://a:b@h/d?schema=shop&sslmode=verify-full&pgbouncer=true', false);
  expect([connectionString, schema, isPooled]).toEqual(['postgres://a:b@h/d?sslmode=verify-full', 'shop', true]);
  expect(readParameters('postgres://h/d?schema=', false)).toEqual({ connectionString: 'postgres://h/d', schema: null, isPooled: false });
  expect(readParameters('postgres://h/d', false)).toEqual({ connectionString: 'postgres://h/d', schema: null, isPooled: false });
});

it('takes what an address says of TLS out of it, where an option says it', () => {
  const address = 'postgres://h/d?sslmode=disable&sslrootcert=a.pem&application_name=x';
  expect(readParameters(address, true).connectionString).toBe('postgres://h/d?application_name=x');
  expect(readParameters(address, false).connectionString).toBe(address.replace('a.pem', 'a.pem'));
});

it('reads the files of the option, and names one that is not there', () => {
  expect(driverTls(true)).toBe(true);
  expect(driverTls({ caFile: new URL(import.meta.url), servername: 'db' })).toMatchObject({ servername: 'db', ca: expect.any(Buffer) });
  expect(() => driverTls({ caFile: '/none/ca.pem' })).toThrow('The file of `ssl.caFile` of postgres() can not be read');
});

it('says in a sentence what TLS refuses, and nothing of other errors', () => {
  const refusal = (code: string | undefined, message = 'm'): string | undefined => tlsRefusal({ code, message });
  expect(refusal('SELF_SIGNED_CERT_IN_CHAIN')).toMatch(/is not trusted.*sslrootcert/);
  expect(refusal('UNABLE_TO_VERIFY_LEAF_SIGNATURE')).toMatch(/is not trusted/);
  expect(refusal('ERR_TLS_CERT_ALTNAME_INVALID')).toMatch(/another host/);
  expect(refusal(undefined, 'The server does not support SSL connections')).toMatch(/has no TLS/);
  expect(refusal('28000', 'no pg_hba.conf entry for host "1.2.3.4", user "a", database "b", no encryption')).toMatch(/wants an encrypted/);
  expect([refusal('28000', 'no such role'), refusal('ECONNREFUSED'), refusal(undefined)]).toEqual([undefined, undefined, undefined]);
});
