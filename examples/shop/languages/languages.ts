import type { ActionTerms, FieldTerms, LanguageTerms, ModelTerms } from 'grimoire';
import { modelNames } from './model-names.ts';
import { choiceNames, fieldNames, groupNames, type Name } from './names.ts';
import { actionNames, formTexts, helpTexts, homeTexts, schemaTexts, widgetNames } from './sentences.ts';

/** The place of each language in a {@link Name}. */
const places = { de: 0, fr: 1, es: 2, ko: 3, ar: 4 } as const;

/** The texts of the shop in every language of the service but English, which the config itself is in. */
export const shopLanguages: Readonly<Record<keyof typeof places, LanguageTerms>> = {
  de: termsOf(places.de),
  fr: termsOf(places.fr),
  es: termsOf(places.es),
  ko: termsOf(places.ko),
  ar: termsOf(places.ar),
};

/** All texts of the shop in a language. */
function termsOf(place: keyof Name & number): LanguageTerms {
  const text = (name: Name): string => String(name[place]);
  const texts = (names: Readonly<Record<string, Name>>): Record<string, string> =>
    Object.fromEntries(Object.entries(names).map(([key, name]) => [key, text(name)]));
  const fieldOf = (model: string, field: string, name: Name | true): FieldTerms => {
    const choices = choiceNames[`${model}.${field}`];
    const help = helpTexts[`${model}.${field}`];
    const schema = schemaTexts[`${model}.${field}`];
    return {
      label: text(name === true ? commonName(field) : name),
      ...(choices ? { choices: texts(choices) } : {}),
      ...(help ? { helpText: text(help) } : {}),
      ...(schema ? { schema: texts(schema) } : {}),
    };
  };
  const models = Object.entries(modelNames).map(([key, { one, many, fields }]): [string, ModelTerms] => [
    key,
    {
      verboseName: text(one),
      verboseNamePlural: text(many),
      fields: Object.fromEntries(Object.entries(fields).map(([field, name]) => [field, fieldOf(key, field, name)])),
      actions: actionsOf(key, text),
      form: texts(formTexts[key] ?? {}),
    },
  ]);
  return { models: Object.fromEntries(models), groups: texts(groupNames), widgets: texts(widgetNames), home: texts(homeTexts) };
}

/** The texts of the actions of a model. */
function actionsOf(model: string, text: (name: Name) => string): Record<string, ActionTerms> {
  const own = Object.entries(actionNames).filter(([key]) => key.startsWith(`${model}.`));
  return Object.fromEntries(
    own.map(([key, { label, confirm, params = {} }]) => {
      const named = Object.entries(params).map(([name, param]): [string, FieldTerms] => [
        name,
        { label: text(param.label), ...(param.helpText ? { helpText: text(param.helpText) } : {}) },
      ]);
      const terms = { label: text(label), ...(confirm ? { confirm: text(confirm) } : {}), params: Object.fromEntries(named) };
      return [key.slice(model.length + 1), terms];
    }),
  );
}

function commonName(field: string): Name {
  const name = fieldNames[field];
  if (!name) throw new Error(`languages/names.ts has no name for the field "${field}".`);
  return name;
}
