import type { ActionTerms, FieldTerms, LanguageTerms, ModelTerms } from '../config/language.ts';
import type { Field } from '../field.ts';
import { translatedSchema } from '../json-schema/schema-texts.ts';
import type { FormLayout } from '../form-layout.ts';
import type { Model } from '../model.ts';
import type { ModelAction } from '../model-action.ts';
import type { Registry } from '../registry.ts';

/** Gives the models of a new registry the names of a language. Everything else, such as the tones of choices, stays as it was built. */
export function translateModels({ models }: Registry, terms: NonNullable<LanguageTerms['models']>): void {
  for (const model of models) {
    const own = terms[model.key];
    if (own) translateModel(model, own);
  }
}

function translateModel(model: Model, { verboseName, verboseNamePlural, fields, actions, form }: ModelTerms): void {
  const plural = verboseNamePlural ?? verboseName;
  Object.assign(model, given({ verboseName, verboseNamePlural: plural }));
  if (form && model.form) Object.assign(model, { form: translatedForm(model.form, form) });
  for (const field of model.fields) translateField(field, fields?.[field.name]);
  for (const action of model.actions) translateAction(action, actions?.[action.key]);
}

function translateAction(action: ModelAction, terms: ActionTerms | undefined): void {
  if (!terms) return;
  Object.assign(action, given({ label: terms.label, confirm: terms.confirm, irreversible: terms.irreversible }));
  for (const param of action.params) translateField(param, terms.params?.[param.name]);
}

function translateField(field: Field, terms: FieldTerms | undefined): void {
  if (!terms) return;
  const { label, helpText, choices, schema: texts } = terms;
  const renamed = choices && field.choices?.map(({ value, label: usual }) => ({ value, label: choices[String(value)] ?? usual }));
  Object.assign(
    field,
    given({ verboseName: label, helpText, choices: renamed, schema: field.schema && texts && translatedSchema(field.schema, texts) }),
  );
}

function translatedForm({ tabs, sections, aside }: FormLayout, texts: Readonly<Record<string, string>>): FormLayout {
  const named = (text: string): string => texts[text] ?? text;
  const optional = (text: string | undefined): string | undefined => (text === undefined ? undefined : named(text));
  return {
    tabs: tabs.map(named),
    sections: sections.map((section) => ({
      ...section,
      title: optional(section.title),
      help: optional(section.help),
      tab: optional(section.tab),
    })),
    aside,
  };
}

function given(names: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
}
