import { useEffect } from 'react';
import { useResourceContext } from 'react-admin';
import { ModelList } from '../list/page/model-list.tsx';
import { OwnPart } from '../own/own-part.tsx';
import { useExtension } from '../own/use-extension.ts';
import { t } from '../texts/text.ts';
import { loadRowPages } from './row-pages.ts';

/** Milliseconds after which the pages of its rows are loaded: the list is there by then. */
const rowsLater = 1000;

/** The list of a model: that of the extension, where it has one. */
export function ListPage() {
  const model = useResourceContext() ?? '';
  const { lists = {} } = useExtension();
  const Own = lists[model];
  useEffect(() => {
    const timer = setTimeout(loadRowPages, rowsLater);
    return () => clearTimeout(timer);
  }, []);
  if (!Own) return <ModelList />;
  return (
    <OwnPart key={model} name={t('The list of %{model}', { model })}>
      <Own />
    </OwnPart>
  );
}
