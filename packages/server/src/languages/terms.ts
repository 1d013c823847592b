import { auditModelKey } from '../audit/model.ts';
import { didYouMean, type Problems } from '../model/build/checks.ts';
import type { Field } from '../model/field.ts';
import { textsOfSchema } from '../model/json-schema/schema-texts.ts';
import type { Model } from '../model/model.ts';
import type { ModelAction } from '../model/model-action.ts';
import type { Registry } from '../model/registry.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import { languageTags } from '../texts/catalogues.ts';

/** A text that a configuration can have in other languages. */
export interface Term {
  /** Where its translation stands below a language: `models`, `sales.Order`, `verboseName`. */
  readonly path: readonly string[];
  /** The text of the configuration. */
  readonly text: string;
  /** Whether a translation is missed: the service has names of its own for its own models. */
  readonly isWanted: boolean;
}

/** What has names. */
export interface TermParts {
  readonly registry: Registry;
  readonly groups: readonly { readonly name: string; readonly apps: readonly string[] }[];
  /** The titles of widgets, by their names. */
  readonly widgets: ReadonlyMap<string, string>;
  readonly home: readonly string[];
}

const ownModels: ReadonlySet<string> = new Set([...Object.values(staffModelKeys), auditModelKey]);

/** Every text of a configuration that can be translated. */
export function termsOf({ registry, groups, widgets, home }: TermParts): Term[] {
  const grouped = new Set(groups.flatMap(({ apps }) => apps));
  const apps = new Map(registry.models.toReversed().map(({ app, key }) => [app, !ownModels.has(key) && !grouped.has(app)]));
  return [
    ...registry.models.flatMap((model) => modelTerms(model, !ownModels.has(model.key))),
    ...groups.map(({ name }): Term => ({ path: ['groups', name], text: name, isWanted: true })),
    ...Array.from(apps, ([app, isWanted]): Term => ({ path: ['groups', app], text: app, isWanted })),
    ...Array.from(widgets, ([name, text]): Term => ({ path: ['widgets', name], text, isWanted: text !== '' })),
    ...home.map((text): Term => ({ path: ['home', text], text, isWanted: true })),
  ];
}

function modelTerms(model: Model, isWanted: boolean): Term[] {
  const at = ['models', model.key];
  const form = model.form
    ? [...model.form.tabs, ...model.form.sections.flatMap(({ title, help }) => [title, help].filter((text) => text !== undefined))]
    : [];
  return [
    { path: [...at, 'verboseName'], text: model.verboseName, isWanted },
    { path: [...at, 'verboseNamePlural'], text: model.verboseNamePlural, isWanted: false },
    ...model.fields.filter(({ hidden }) => !hidden).flatMap((field) => fieldTerms(field, [...at, 'fields', field.name], isWanted)),
    ...model.actions.flatMap((action) => actionTerms(action, [...at, 'actions', action.key], isWanted && action !== model.exportAction)),
    ...form.map((text): Term => ({ path: [...at, 'form', text], text, isWanted })),
  ];
}

function fieldTerms({ verboseName, helpText, choices, schema }: Field, at: readonly string[], isWanted: boolean): Term[] {
  return [
    { path: [...at, 'label'], text: verboseName, isWanted },
    { path: [...at, 'helpText'], text: helpText ?? '', isWanted: isWanted && helpText !== undefined },
    ...(choices ?? []).map(({ value, label }): Term => ({ path: [...at, 'choices', String(value)], text: label, isWanted })),
    ...textsOfSchema(schema).map((text): Term => ({ path: [...at, 'schema', text], text, isWanted })),
  ];
}

function actionTerms({ label, confirm, params }: ModelAction, at: readonly string[], isWanted: boolean): Term[] {
  return [
    { path: [...at, 'label'], text: label, isWanted },
    { path: [...at, 'confirm'], text: confirm ?? '', isWanted: isWanted && confirm !== undefined },
    ...params.flatMap((param) => fieldTerms(param, [...at, 'params', param.name], isWanted)),
  ];
}

/** The texts of a configuration that have no translation among the terms of a language. */
export function untranslated(terms: readonly Term[], given: unknown): Term[] {
  const translated = new Set(leavesOf(given ?? {}).map(({ path }) => idOf(path)));
  return terms.filter(({ path, isWanted }) => isWanted && !translated.has(idOf(path)));
}

/** Reports languages that the service has not, and translations of what is not there. */
export function checkTerms(languages: unknown, terms: readonly Term[], problems: Problems): void {
  const ids = new Set(terms.map(({ path }) => idOf(path)));
  for (const [tag, given] of Object.entries(languages ?? {})) {
    if (!languageTags.some((each) => each === tag))
      problems.add('E068', `languages ${tag}`, { message: `"${tag}" is none.`, cure: didYouMean(tag, languageTags) });
    for (const { path, value } of leavesOf(given)) {
      const place = ['languages', tag, ...path.slice(0, -1)].join(' ');
      if (!ids.has(idOf(path))) problems.add('E067', place, { message: `"${path.at(-1) ?? ''}" is none.`, cure: nearest(path, terms) });
      else if (typeof value !== 'string')
        problems.add('E061', place, { message: `"${path.at(-1) ?? ''}" is no text.`, cure: 'Give a text.' });
    }
  }
}

/** What may stand in the place of the first part of a path that is wrong. */
function nearest(path: readonly string[], terms: readonly Term[]): string {
  const depth = path.findIndex((_, index) => !terms.some((term) => idOf(term.path.slice(0, index + 1)) === idOf(path.slice(0, index + 1))));
  const before = idOf(path.slice(0, depth));
  const names = terms.flatMap((term) => (idOf(term.path.slice(0, depth)) === before ? (term.path[depth] ?? []) : []));
  return didYouMean(path[depth] ?? '', new Set(names));
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The values of nested objects, each with the names that lead to it. Empty objects have none. */
function leavesOf(given: unknown, path: readonly string[] = []): Leaf[] {
  if (typeof given !== 'object' || given === null) return [{ path, value: given }];
  const members = Object.entries(given).filter(([, value]) => value !== undefined);
  return members.flatMap(([name, value]) => leavesOf(value as unknown, [...path, name]));
}

function idOf(path: readonly string[]): string {
  return path.join('\0');
}
