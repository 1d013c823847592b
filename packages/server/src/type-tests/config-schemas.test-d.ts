/** Type tests of the schemas of JSON fields, run by `npm run types`; a line marked as an error must be one. */
import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { action, model } from '../index.ts';

const boxes = pgTable('boxes', {
  id: integer().primaryKey(),
  content: jsonb(),
  known: jsonb().$type<{ readonly own: string }>(),
});
const schema = z.object({ width: z.number(), words: z.array(z.string()).default([]) });

model(boxes, 't.Box', {
  fields: { content: { schema }, known: { schema } },
  validate(row) {
    const width: number | undefined = row.content?.width;
    const words: readonly string[] | undefined = row.content?.words;
    const own: string | undefined = row.known?.own;
    // @ts-expect-error no such member
    console.log(width, words, own, row.content?.height);
  },
  actions: { take: action({ params: { size: { type: 'JSONField', schema } }, run: ({ input }) => ({ size: input.size }) }) },
});
model(boxes, 't.Box', { fields: { content: { schema: { type: 'object', properties: { width: { type: 'number' } } } } } });
// @ts-expect-error no schema
model(boxes, 't.Box', { fields: { content: { schema: 5 } } });
