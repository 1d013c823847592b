import type { ChangeSet, ModelSchema } from '@grimoire/protocol';
import { capitalized, useModelSchemas } from '../schema/use-schema.ts';
import { deedText } from '../texts/audit-log.ts';

/** What was done in a change set, with the plural of its model: “Changed in bulk: orders”. */
export function useSetTitle(set: ChangeSet | undefined): string {
  const model = set?.model ?? '';
  const schema = useModelSchemas(model === '' ? [] : [model]).get(model);
  return set ? setTitle(set, schema) : '';
}

/** What was done in a change set. @param schema that of its model, if the reader may see it */
export function setTitle({ action, model, rows }: ChangeSet, schema: ModelSchema | undefined): string {
  const label = schema?.actions.find(({ key }) => `action:${key}` === action)?.label;
  const deed = deedText(action) ?? label ?? capitalized(action.replace(/^action:/, '').replaceAll('_', ' '));
  const names = schema && (rows === 1 ? schema.verbose_name : schema.verbose_name_plural);
  const what = names ?? model;
  return what === null ? deed : `${deed}: ${what}`;
}
