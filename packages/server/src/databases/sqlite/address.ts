import type { AddressForm } from '../address.ts';
import { sqlite } from './sqlite.ts';

/** Primary codes for problems of the file, not of a statement. */
const refusals: Readonly<Record<number, string>> = {
  3: 'This user may not read or write the database.',
  8: 'The database can only be read.',
  11: 'The database is damaged.',
  26: 'The file is not a SQLite database.',
};

/** The path of a SQLite file, with or without the scheme `sqlite:` or `file:`. */
export const sqliteAddress: AddressForm = {
  form: 'sqlite:FILE',
  read(address) {
    const file = address.replace(/^(sqlite|file):(\/\/)?/, '');
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(file)) return null;
    return { source: sqlite(file), ...(file === ':memory:' ? {} : { file }) };
  },
  refusal(error) {
    const { errcode } = error as { readonly errcode?: number };
    return errcode === undefined ? undefined : refusals[errcode & 0xff];
  },
};
