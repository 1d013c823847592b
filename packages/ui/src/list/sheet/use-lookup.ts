import type { FieldSchema } from '@grimoire/protocol';
import { Broken } from '../../inputs/broken.ts';
import { useModels } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';
import { t } from '../../texts/text.ts';
import type { CellEdit } from './edits.ts';
import { namedRow } from './lookup.ts';

/** Finds the rows that texts name, for cells that point to rows. Where a text names none, or several, the cell says so. */
export function useLookup(): (field: FieldSchema, text: string) => Promise<CellEdit> {
  const { client } = useService();
  const models = useModels();
  return async (field, text) => {
    const model = models.find((one) => one.model === field.related_model);
    if (!model) return { value: text, label: text };
    const refuse = (reason: string): CellEdit => ({ value: new Broken(reason, text), label: text });
    try {
      const row = await namedRow(client, model.model, text);
      if (row === 'none') return refuse(t('No %{model} is called “%{text}”.', { model: model.verbose_name, text }));
      if (row === 'several')
        return refuse(t('Several %{models} are called “%{text}”: choose one in the cell.', { models: model.verbose_name_plural, text }));
      return row;
    } catch {
      return refuse(t('“%{text}” could not be looked up.', { text }));
    }
  };
}
