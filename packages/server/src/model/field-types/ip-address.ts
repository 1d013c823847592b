import { isIP } from 'node:net';
import { type FieldType, InvalidValue } from '../field-type.ts';

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
};
