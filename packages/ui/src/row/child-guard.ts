import { ApiError } from '@grimoire/client';
import { isSame, rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import type { PlannedChild, Rows } from './save-row.ts';

/**
 * Holds each child that is to be changed or deleted against the row as it is now, and its write against that row's ETag: rows of
 * a list carry none. Throws where somebody else changed one.
 */
export async function guarded(client: Rows, planned: readonly PlannedChild[]): Promise<readonly PlannedChild[]> {
  return Promise.all(
    planned.map(async (child) => {
      if (!child.before) return child;
      const found = await stateOf(client, child.schema, child.before);
      const name = `${child.schema.verbose_name} “${child.before._label as string}”`;
      if (found === 'changed') throw new Error(`Somebody else changed ${name} meanwhile. Nothing was saved: reload the page to see it.`);
      if (found === 'gone')
        throw new Error(`Somebody else deleted ${name} meanwhile. Nothing was saved: reload the page to go on without it.`);
      return { ...child, operation: { ...child.operation, if_match: found.etag } };
    }),
  );
}

/** The ETag of a row that is as it was; else what became of it. */
async function stateOf(
  client: Rows,
  { model, fields }: ModelSchema,
  before: ServedRecord,
): Promise<{ readonly etag: string } | 'changed' | 'gone'> {
  try {
    const { row, etag } = await client.model(model).get(before.id);
    const was = rowOf(before);
    // What a list leaves out is not compared here; the ETag is over all of it.
    const isAsItWas = fields.every(({ name }) => !(name in was) || isSame(was[name], row[name]));
    return isAsItWas ? { etag } : 'changed';
  } catch (error) {
    if (error instanceof ApiError && error.problem.kind === 'not found') return 'gone';
    throw error;
  }
}
