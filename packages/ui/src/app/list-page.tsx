import { useResourceContext } from 'react-admin';
import { ModelList } from '../list/page/model-list.tsx';
import { OwnPart } from '../own/own-part.tsx';
import { useExtension } from '../own/use-extension.ts';
import { t } from '../texts/text.ts';

/** The list of a model: that of the extension, where it has one. */
export function ListPage() {
  const model = useResourceContext() ?? '';
  const { lists = {} } = useExtension();
  const Own = lists[model];
  if (!Own) return <ModelList />;
  return (
    <OwnPart key={model} name={t('The list of %{model}', { model })}>
      <Own />
    </OwnPart>
  );
}
