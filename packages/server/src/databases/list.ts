import type { AddressForm } from './address.ts';
import { postgresAddress } from './postgres/address.ts';
import { sqliteAddress } from './sqlite/address.ts';

/** The dialects, by the addresses of their databases. The last one takes a text without a scheme. */
export const addressForms: readonly AddressForm[] = [postgresAddress, sqliteAddress];

/** The forms of addresses, for texts: `postgres://… or sqlite:FILE`. */
export const addressTexts: string = addressForms.map(({ form }) => form).join(' or ');
