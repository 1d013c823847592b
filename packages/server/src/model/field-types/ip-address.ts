import { isIP } from 'node:net';
import { sql } from 'kysely';
import { always, type FieldType, InvalidValue } from '../field-type.ts';

export const ipAddressField: FieldType = {
  name: 'GenericIPAddressField',
  traits: {},
  compares: 'as equal',
  parse(text) {
    const [address, bits, ...rest] = text.split('/');
    const version = isIP(address ?? '');
    const prefixFits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
    if (version === 0 || address?.includes('%') || !prefixFits || rest.length > 0) {
      throw new InvalidValue('A valid IPv4 or IPv6 address is required.');
    }
    return text;
  },
  jsonSchema: () => ({ type: 'string' }),
  json: {
    // The JSON of inet has no "/32"; its cast to text would add it.
    postgres: (column) => column,
    sqlite: (column) => sql`CAST(${column} AS TEXT)`,
  },
  positions: { postgres: always, sqlite: always },
};
