import { ApiError } from '@grimoire/client';
import { isSame, rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import type { PlannedChild, Rows } from './save-row.ts';
import { t } from '../../texts/text.ts';

/**
 * Reads each child that will be changed or deleted, compares it with the row as it was read before, and adds its ETag to the
 * write: rows of a list have no ETag. Throws where another user has changed or deleted a child.
 */
export async function guarded(client: Rows, planned: readonly PlannedChild[]): Promise<readonly PlannedChild[]> {
  return Promise.all(
    planned.map(async (child) => {
      // The first change of a row has the ETag: nobody else can change the row between the two.
      if (!child.before || child.isAgain === true) return child;
      const state = await stateOf(client, child.schema, child.before);
      const name = t('%{model} “%{row}”', { model: child.schema.verbose_name, row: child.before._label as string });
      if (state === 'changed')
        throw new Error(
          t('The %{name} has been changed since you opened this page. Nothing was saved: reload the page to see the change.', { name }),
        );
      if (state === 'gone')
        throw new Error(
          t('The %{name} has been deleted since you opened this page. Nothing was saved: reload the page to continue without it.', {
            name,
          }),
        );
      return { ...child, operation: { ...child.operation, if_match: state.etag } };
    }),
  );
}

/** The ETag of an unchanged row; otherwise whether it was changed or deleted. */
async function stateOf(
  client: Rows,
  { model, fields }: ModelSchema,
  before: ServedRecord,
): Promise<{ readonly etag: string } | 'changed' | 'gone'> {
  try {
    const { row, etag } = await client.model(model).get(before.id);
    const was = rowOf(before);
    // Fields that a list leaves out are not compared here; the ETag covers all fields.
    const isAsItWas = fields.every(({ name }) => !(name in was) || isSame(was[name], row[name]));
    return isAsItWas ? { etag } : 'changed';
  } catch (error) {
    if (error instanceof ApiError && error.problem.kind === 'not found') return 'gone';
    throw error;
  }
}
