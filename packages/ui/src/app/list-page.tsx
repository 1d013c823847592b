import { useEffect } from 'react';
import { useResourceContext } from 'react-admin';
import { ModelList } from '../list/page/model-list.tsx';
import { OwnPart } from '../own/own-part.tsx';
import { useExtension } from '../own/use-extension.ts';
import { t } from '../texts/text.ts';
import { loadRowPages } from './row-pages.ts';

/** What tells that somebody begins to use the list: the pages of its rows are loaded then. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** The list of a model: that of the extension, where it has one. */
export function ListPage() {
  const model = useResourceContext() ?? '';
  const { lists = {} } = useExtension();
  const Own = lists[model];
  useEffect(() => {
    for (const event of signs) document.addEventListener(event, loadRowPages, { once: true });
    return () => signs.forEach((event) => document.removeEventListener(event, loadRowPages));
  }, []);
  if (!Own) return <ModelList />;
  return (
    <OwnPart key={model} name={t('The list of %{model}', { model })}>
      <Own />
    </OwnPart>
  );
}
