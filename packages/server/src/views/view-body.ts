import type { NewSavedView, SavedViewChange } from '@grimoire/protocol';
import { z, type ZodType } from 'zod';
import { row, shapeText } from '../http/body.ts';
import { say } from '../texts/message.ts';

const maxQuery = 4000;
const maxDisplay = 8 * 1024;
const maxGroup = 2 ** 31 - 1;

/** Characters that break a line, that are not shown, or that turn the direction of the text around them. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

const name = z
  .string()
  .trim()
  .min(1, shapeText(say('blank')))
  .max(150, shapeText(say('maxCharacters', { count: 150 })))
  .refine((text) => !unprintable.test(text), shapeText(say('controlCharacters')))
  .refine((text) => /[^\p{Cf}\p{Z}]/u.test(text), shapeText(say('blank')));

const query = z
  .string()
  .max(maxQuery, shapeText(say('maxCharacters', { count: maxQuery })))
  .refine((text) => text.isWellFormed() && !text.includes('\0'), shapeText(say('queryString')))
  .transform((text) => text.replace(/^\?/, ''));

const display = row.refine(
  (value) => Buffer.byteLength(JSON.stringify(value)) <= maxDisplay,
  shapeText(say('maxBytes', { count: maxDisplay })),
);

const sharing = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['own', 'all']) }),
  z.strictObject({ kind: z.literal('group'), group: z.int().min(1).max(maxGroup) }),
]);

const change = {
  query: query.exactOptional(),
  display: display.exactOptional(),
  sharing: sharing.exactOptional(),
  is_default: z.boolean().exactOptional(),
};

/** The body of a new view. */
export const newView: ZodType<NewSavedView> = z.strictObject({ model: z.string(), name, ...change });

/** The body of a change of a view. */
export const viewChange: ZodType<SavedViewChange> = z.strictObject({ name: name.exactOptional(), ...change });
