import { action } from 'grimoire';

/** Writes a note into all chosen rows, with one statement. */
export const mark = action({
  params: { note: { type: 'CharField', required: true, maxLength: 200 } },
  run: async ({ input }, rows) => ({ message: `${await rows.update({ note: input.note })} marked.` }),
});
