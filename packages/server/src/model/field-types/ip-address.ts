import { isIP } from 'node:net';
import type { Key } from '@grimoire/protocol';
import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import { say } from '../../texts/message.ts';

export const ipAddressField: FieldTypeOf<string, Key> = {
  name: 'GenericIPAddressField',
  traits: {},
  compares: 'as equal',
  isParam: true,
  example: () => '192.0.2.1',
  parse(text) {
    const [address, bits, ...rest] = text.split('/');
    const version = isIP(address ?? '');
    const prefixFits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
    if (version === 0 || address?.includes('%') || !prefixFits || rest.length > 0) {
      throw new InvalidValue(say('ipAddress'));
    }
    return text;
  },
  jsonSchema: () => ({ type: 'string' }),
  canonical: (value) => canonicalAddress(String(value)),
};

/** One spelling of an address with or without a prefix: databases shorten IPv6 addresses differently, and leave out a prefix of all bits. */
function canonicalAddress(text: string): string {
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  const isWhole = bits === undefined || Number(bits) === (version === 4 ? 32 : 128);
  const spelled = version === 6 ? new URL(`http://[${address}]/`).hostname : address;
  return isWhole ? spelled : `${spelled}/${Number(bits)}`;
}
