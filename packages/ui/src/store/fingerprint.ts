import { exactJson } from '@grimoire/client';

/** A short text that is another one for another value: the value itself need not be kept to see whether it has changed. */
export function fingerprint(value: unknown): string {
  const text = exactJson.stringify(value) ?? '';
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) % 0x7fffffff;
  return `${text.length}-${hash}`;
}
