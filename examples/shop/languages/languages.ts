import type { FieldTerms, LanguageTerms, ModelTerms } from 'grimoire';
import { german } from './german.ts';
import { korean } from './korean.ts';
import { modelNames } from './model-names.ts';
import { choiceNames, fieldNames, groupNames, type Name } from './names.ts';

/** The place of each language in a {@link Name}. */
const places = { de: 0, fr: 1, es: 2, ko: 3, ar: 4 } as const;

/** The names of the shop in every language of the service but English, which the config itself is in. */
export const shopLanguages: Readonly<Record<keyof typeof places, LanguageTerms>> = {
  de: termsOf(places.de, german),
  fr: termsOf(places.fr),
  es: termsOf(places.es),
  ko: termsOf(places.ko, korean),
  ar: termsOf(places.ar),
};

/** The names of all models and fields in a language. @param more further texts: help, actions, forms. */
function termsOf(place: keyof Name & number, more: LanguageTerms = {}): LanguageTerms {
  const text = (name: Name): string => String(name[place]);
  const models = Object.entries(modelNames).map(([key, { one, many, fields }]): [string, ModelTerms] => {
    const own: ModelTerms | undefined = more.models?.[key];
    const named = Object.entries(fields).map(([field, name]): [string, FieldTerms] => {
      const choices = Object.entries(choiceNames[`${key}.${field}`] ?? {}).map(([value, label]) => [value, text(label)] as const);
      const label = text(name === true ? commonName(field) : name);
      return [field, { label, ...(choices.length > 0 ? { choices: Object.fromEntries(choices) } : {}), ...own?.fields?.[field] }];
    });
    return [key, { verboseName: text(one), verboseNamePlural: text(many), ...own, fields: Object.fromEntries(named) }];
  });
  const groups = Object.fromEntries(Object.entries(groupNames).map(([group, name]) => [group, text(name)]));
  return { ...more, groups, models: Object.fromEntries(models) };
}

function commonName(field: string): Name {
  const name = fieldNames[field];
  if (!name) throw new Error(`languages/names.ts has no name for the field "${field}".`);
  return name;
}
