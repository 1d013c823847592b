import type { ModelSchema } from '@grimoire/protocol';
import { OwnPart } from './own-part.tsx';
import { useExtension } from './use-extension.ts';
import { t } from '../texts/text.ts';

/** What the extension has beside the buttons of a list. */
export function OwnListTool({ schema }: { readonly schema: ModelSchema }) {
  const { listTools = {} } = useExtension();
  const Tool = listTools[schema.model];
  if (!Tool) return null;
  return (
    <OwnPart name={t('The tool of this list')} isSmall>
      <Tool schema={schema} />
    </OwnPart>
  );
}
