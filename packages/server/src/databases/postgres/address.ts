import type { AddressForm } from '../address.ts';
import { tlsRefusal } from './tls.ts';
import { postgres } from './postgres.ts';

/** Codes of the server, or their prefixes, for problems of the server, not of a statement. */
const refusals: readonly (readonly [start: string, sentence: string])[] = [
  ['28', 'The database refused the user or the password.'],
  ['3D000', 'The server has no such database.'],
  ['42501', 'The database user lacks a right. "grimoire migrate --sql" prints what an administrator of the database can run instead.'],
  ['3F000', 'The database has no such schema.'],
  [
    '08P01',
    'The server refuses a parameter of the session, as PgBouncer does. In a config, postgres({ connectionString, prepare: false }) leaves it out.',
  ],
  ['25006', 'The database can only be read.'],
];

/** The address of a PostgreSQL server. */
export const postgresAddress: AddressForm = {
  form: 'postgres://…',
  read: (address) => (/^postgres(ql)?:\/\//.test(address) ? { source: postgres(address) } : null),
  refusal(error) {
    const { code } = error as { readonly code?: unknown };
    const refused = tlsRefusal({ code, message: error.message });
    if (refused !== undefined) return refused;
    return typeof code === 'string' ? refusals.find(([start]) => code.startsWith(start))?.[1] : undefined;
  },
};
