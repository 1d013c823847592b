import { describe, expect, it } from 'vitest';
import { attachment } from './download-name.ts';

/** Both names of a download, as a browser reads them. */
function namesOf(name: string): [string | undefined, string] {
  const [, plain, encoded = ''] = /^attachment; filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(attachment(name)) ?? [];
  return [plain, decodeURIComponent(encoded)];
}

describe('names of downloads', () => {
  it.each([
    ['orders.csv', 'orders.csv', 'orders.csv'],
    ['Übersicht 😀.csv', '_bersicht _.csv', 'Übersicht 😀.csv'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe', 'invoicefdp.exe'],
    ['a\u202A\u202B\u202C\u202D\u2066\u2067\u2068\u2069\u200E\u200F\u061Cb', 'ab', 'ab'],
    ['a\u0000\r\n\t\u007F\u0085\u00AD\u200B\uFEFF\u2028\u2029\uE000b', 'ab', 'ab'],
    ['a\uD800b', 'ab', 'ab'],
    ['../../etc/passwd', '_.._etc_passwd', '_.._etc_passwd'],
    ['C:\\a\\b.txt', 'C:_a_b.txt', 'C:_a_b.txt'],
    ['.bashrc', 'bashrc', 'bashrc'],
    ['\u200E ..\u200E.profile', 'profile', 'profile'],
    ['a"; filename="b.exe', 'a_; filename=_b.exe', 'a"; filename="b.exe'],
    ["100% 'sure' (*).txt", "100_ 'sure' (*).txt", "100% 'sure' (*).txt"],
    ['', 'download', 'download'],
    ['...', 'download', 'download'],
  ])('of %j are safe', (name, plain, whole) => {
    expect(namesOf(name)).toEqual([plain, whole]);
  });
});
