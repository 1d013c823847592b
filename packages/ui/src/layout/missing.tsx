import Alert from '@mui/material/Alert';
import { usePermissions, useResourceContext } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useModel } from '../schema/use-schema.ts';
import { PageSkeleton } from '../loading/page-skeleton.tsx';
import { PageHead } from './page-head.tsx';
import { Trouble } from './trouble.tsx';
import { t } from '../texts/text.ts';

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
      <PageHead title={t('No permission')} />
      <Alert severity="warning">
        {model?.is_readonly && right === 'add'
          ? t('No %{models} can be added here: they are read-only.', { models: model.verbose_name_plural })
          : refusal(right, model?.verbose_name_plural)}
      </Alert>
    </>
  );
}

function refusal(right: 'view' | 'add', models: string | undefined): string {
  if (models === undefined) return t('You do not have permission for this. Ask an administrator for it.');
  return right === 'view'
    ? t('You do not have permission to view %{models}. Ask an administrator for it.', { models })
    : t('You do not have permission to add %{models}. Ask an administrator for it.', { models });
}

/** Shown instead of a page that does not exist, or that the user may not see; also while it is not known which pages there are. */
export function NotThere() {
  const { pathname } = useLocation();
  const rights = usePermissions();
  const [, model = ''] = pathname.split('/');
  if (rights.isPending) return <PageSkeleton />;
  if (rights.error)
    return (
      <>
        <PageHead title={t('This page could not be shown')} />
        <Trouble error={rights.error} onRetry={() => void rights.refetch()} />
      </>
    );
  return (
    <>
      <PageHead title={t('Not Found')} />
      <Alert severity="warning">
        {model.includes('.')
          ? t('There is no model %{model}, or you have no permission on it.', { model })
          : t('There is no such page. Was the address copied whole?')}
      </Alert>
    </>
  );
}
