import type { JsonSchema } from '../field-type.ts';
import { keywords, partsOf } from './keywords.ts';
import { isObject } from './references.ts';
import type { ValueSchema } from './value-schema.ts';

/** The keywords whose values are texts for users. */
const texts = ['title', 'description'] as const;

/** The titles and descriptions of a schema, each once. */
export function textsOfSchema(schema: ValueSchema | undefined): readonly string[] {
  const all = new Set<string>();
  const visit = (part: unknown): void => {
    if (!isObject(part)) return;
    for (const name of texts) if (typeof part[name] === 'string' && part[name] !== '') all.add(part[name]);
    for (const [, inner] of partsOf(part)) visit(inner);
  };
  visit(schema?.json);
  return [...all];
}

/** The schema with the texts of a language. What is checked stays as it is. */
export function translatedSchema(schema: ValueSchema, words: Readonly<Record<string, string>>): ValueSchema {
  return { ...schema, json: translated(schema.json, words) as JsonSchema };
}

function translated(part: unknown, words: Readonly<Record<string, string>>): unknown {
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]): [string, unknown] => {
      if (texts.some((each) => each === name) && typeof value === 'string') return [name, words[value] ?? value];
      const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
      if (!keyword?.parts || !keyword.isTaken(value)) return [name, value];
      if (Array.isArray(value)) return [name, value.map((each) => translated(each, words))];
      // The values of `properties` and `$defs` are schemas, that of `items` is one.
      const isMap = keyword === keywords['properties'];
      return [
        name,
        isMap
          ? Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, translated(each, words)]))
          : translated(value, words),
      ];
    }),
  );
}
