import type { DatabaseAddress } from './database.ts';

/** The database of an address. */
export interface Addressed {
  readonly source: DatabaseAddress;
  /** The path of its file, which has to exist; undefined for a server and for a database in memory. */
  readonly file?: string;
}

/** How an address names databases of one dialect: at the command line, in its files and in `DATABASE_URL`. */
export interface AddressForm {
  /** The form, for error messages. */
  readonly form: string;
  /** The database of an address; null if the address has another form. */
  readonly read: (address: string) => Addressed | null;
  /** A sentence for an error of the driver that the user of a command can fix, without the driver's own message; undefined for any other. */
  readonly refusal: (error: Error) => string | undefined;
}
