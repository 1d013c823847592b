import type { AddressForm } from '../address.ts';
import { sqlite } from './sqlite.ts';

/** The path of a SQLite file, with or without the scheme `sqlite:` or `file:`. */
export const sqliteAddress: AddressForm = {
  form: 'sqlite:FILE',
  read(address) {
    const file = address.replace(/^(sqlite|file):(\/\/)?/, '');
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(file)) return null;
    return { source: sqlite(file), ...(file === ':memory:' ? {} : { file }) };
  },
};
