import type { ModelSchema } from '@grimoire/protocol';
import { listText, t } from '../../texts/text.ts';

/** What a list is searched for, as people say it: `“paris” and “François Lef” as one phrase`. It is read as the service reads it. */
export function searchedFor(text: string): string {
  const words: string[] = [];
  const phrases: string[] = [];
  for (const [whole, quoted] of text.matchAll(/"([^"]+)"|[^\s"]+/gu)) {
    const part = (quoted ?? whole).trim();
    if (/\s/.test(part)) phrases.push(t('“%{part}” as one phrase', { part }));
    else if (part !== '') words.push(part);
  }
  return listText([...(words.length > 0 ? [t('“%{part}”', { part: words.join(' ') })] : []), ...phrases]);
}

/** The models along whose fields a list is searched. */
export function searchedModels({ fields, search_fields: paths }: ModelSchema): readonly string[] {
  const models = paths.flatMap((path) => fields.find(({ name }) => path.startsWith(`${name}__`))?.related_model ?? []);
  return [...new Set(models)];
}

/** The fields that a list is searched in, as people call them: `number`, `customer first name`. */
export function searchedIn(schema: ModelSchema, related: ReadonlyMap<string, ModelSchema>): readonly string[] {
  return schema.search_fields.map((path) => calledIn(schema, path, related));
}

function calledIn(schema: ModelSchema | undefined, path: string, related: ReadonlyMap<string, ModelSchema>): string {
  const own = schema?.fields.find(({ name }) => name === path);
  if (own) return own.verbose_name;
  const step = schema?.fields.find(({ name }) => path.startsWith(`${name}__`));
  if (!step) return path.replaceAll('__', ' ').replaceAll('_', ' ');
  return `${step.verbose_name} ${calledIn(related.get(step.related_model ?? ''), path.slice(step.name.length + 2), related)}`;
}
