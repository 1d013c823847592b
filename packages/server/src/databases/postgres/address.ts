import type { AddressForm } from '../address.ts';
import { postgres } from './postgres.ts';

/** The address of a PostgreSQL server. */
export const postgresAddress: AddressForm = {
  form: 'postgres://…',
  read: (address) => (/^postgres(ql)?:\/\//.test(address) ? { source: postgres(address) } : null),
};
