import Alert from '@mui/material/Alert';
import { useResourceContext } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useModel } from '../schema/use-schema.ts';
import { PageHead } from './page-head.tsx';

/** Shown instead of a list or row of a model that the user may not view, but on which they hold other rights. */
export function MayNotView() {
  return <Missing right="view" />;
}

/** Shown instead of the form for a new row. */
export function MayNotAdd() {
  return <Missing right="add" />;
}

function Missing({ right }: { readonly right: 'view' | 'add' }) {
  const model = useModel(useResourceContext());
  return (
    <>
      <PageHead title="No permission" />
      <Alert severity="warning">
        {model?.is_readonly && right === 'add'
          ? `No ${model.verbose_name_plural} can be added here: they are read-only.`
          : `You do not have permission to ${right} ${model?.verbose_name_plural ?? 'this'}. Ask an administrator for it.`}
      </Alert>
    </>
  );
}

/** Shown instead of a page that does not exist, or that the user may not see. */
export function NotThere() {
  const { pathname } = useLocation();
  const [, model = ''] = pathname.split('/');
  return (
    <>
      <PageHead title="Not Found" />
      <Alert severity="warning">
        {model.includes('.')
          ? `There is no model ${model}, or you have no permission on it.`
          : 'There is no such page. Was the address copied whole?'}
      </Alert>
    </>
  );
}
