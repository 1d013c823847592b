import type { ModelSchema } from '@grimoire/protocol';
import { t } from '../../texts/text.ts';

/** What a sentence about the rows of a model is made of. */
interface Known {
  /** The models on whose pages rows of this one are added. */
  readonly parents: readonly Pick<ModelSchema, 'verbose_name_plural'>[];
  readonly isSuperuser: boolean;
}

/** How rows of a model come to be: in the words of the config, else as the schema says it. */
export function howRowsCome(schema: ModelSchema, { parents, isSuperuser }: Known): string {
  const { empty_text: own, permissions, is_readonly: isReadonly, verbose_name_plural: models } = schema;
  const [parent] = parents;
  if (own !== undefined) return own;
  if (parent) return t('They are added on the pages of %{models}.', { models: parent.verbose_name_plural });
  if (isReadonly) return t('They are made by the application, and can only be read here.');
  if (permissions.add) return t('The first one that is added is shown here.');
  // Who may do everything, and not this, may not because of the database.
  if (isSuperuser) return t('They are made by the application: none can be added here.');
  return t('You do not have permission to add %{models}. Ask an administrator for it.', { models });
}

/** The models that a foreign key of this one leads to. */
export function pointedModels({ fields }: Pick<ModelSchema, 'fields'>): readonly string[] {
  return [...new Set(fields.flatMap(({ related_model: model }) => model ?? []))];
}

/** The models on whose pages rows of this one are added; a model that is an inline of itself begins elsewhere. */
export function parentsOf({ model }: Pick<ModelSchema, 'model'>, pointed: Iterable<ModelSchema>): readonly ModelSchema[] {
  return [...pointed].filter((parent) => parent.model !== model && parent.inlines.some((inline) => inline.model === model));
}
