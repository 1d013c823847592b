import { useNotify, useRedirect, Create, Loading } from 'react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../layout/trouble.tsx';
import { WithSchema } from '../schema/with-schema.tsx';
import { useChildren } from './children.ts';
import { type After, RowForm } from './row-form.tsx';
import { type RowValues, saveErrors, saveRow } from './save-row.ts';

/** The page on which a row of any model is made. */
export function RowCreate() {
  return (
    <WithSchema>
      {(schema) => (
        <Create title={`New ${schema.verbose_name}`}>
          <Creating schema={schema} />
        </Create>
      )}
    </WithSchema>
  );
}

function Creating({ schema }: { readonly schema: ModelSchema }) {
  const { children } = useChildren(schema, undefined);
  const notify = useNotify();
  const redirect = useRedirect();
  const queryClient = useQueryClient();
  if (!children) return <Loading />;

  async function save(values: RowValues, after: After): Promise<Record<string, unknown> | undefined> {
    const made = { schema, values, children: children ?? [] };
    try {
      const id = await saveRow(made);
      notify(`The ${schema.verbose_name} is made.`, { type: 'success' });
      await queryClient.invalidateQueries({ queryKey: [schema.model, 'getList'] });
      const canBeSeen = schema.permissions.view;
      if (after === 'continue' && canBeSeen) redirect(schema.permissions.change ? 'edit' : 'show', schema.model, id);
      else redirect(canBeSeen ? 'list' : '/', schema.model);
      return undefined;
    } catch (error) {
      return saveErrors(error, made) ?? { root: { serverError: messageOf(error) } };
    }
  }
  return <RowForm schema={schema} inlines={children} onSave={save} />;
}
