import { auditModelKey } from '../audit/model.ts';
import { exportLabel, presetColumns } from '../model/build/build-export.ts';
import type { ActionTerms, FieldTerms, ModelTerms } from '../model/config/language.ts';
import type { Model } from '../model/model.ts';
import type { ModelAction } from '../model/model-action.ts';
import type { Registry } from '../model/registry.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import type { OwnNames } from '../texts/catalogue.ts';

type Models = Readonly<Record<string, ModelTerms>>;

/** The names, in one language, of what the service itself shows. */
export interface OwnTerms {
  /** Of the service's own models, and of the exports of all models. */
  readonly ofModels: Models;
  readonly groups: Readonly<Record<string, string>>;
  readonly widgets: Readonly<Record<string, string>>;
  readonly entryColumns: Readonly<Record<string, string>>;
  /** Of what the audit log calls actions. @param registry the models with the names of the language. */
  ofLog(registry: Registry): Models;
}

/** @param linked the name of the model to whose rows staff are linked. @param names null for English, where everything has its name. */
export function ownTerms(names: OwnNames | null, registry: Registry, linked: string | undefined): OwnTerms {
  const ofLog = (translated: Registry): Models => ({
    [auditModelKey]: { fields: { action: { choices: actionNames(names, translated) } } },
  });
  if (!names) return { ofModels: {}, groups: {}, widgets: {}, entryColumns: {}, ofLog };
  const { apps, widgets, entryColumns, entryStatuses } = names;
  const entry = modelTerms(names.entry, linked);
  const own: Models = {
    [staffModelKeys.user]: modelTerms(names.user, linked),
    [staffModelKeys.group]: modelTerms(names.group, linked),
    [staffModelKeys.permission]: modelTerms(names.permission, linked),
    [staffModelKeys.contentType]: modelTerms(names.contentType, linked),
    [auditModelKey]: { ...entry, fields: { ...entry.fields, status: { ...entry.fields?.['status'], choices: entryStatuses } } },
  };
  const exports = registry.models.flatMap((model): [string, ModelTerms][] => {
    const { exportAction: action } = model;
    return action ? [[model.key, { ...own[model.key], actions: { [action.key]: exportTerms(action, names) } }]] : [];
  });
  return { ofModels: { ...own, ...Object.fromEntries(exports) }, groups: apps, widgets, entryColumns, ofLog };
}

function modelTerms(
  { one, many, fields }: { readonly one: string; readonly many: string; readonly fields: Readonly<Record<string, string | FieldTerms>> },
  linked: string | undefined,
): ModelTerms {
  const text = (name: string): string => name.replaceAll('{model}', linked ?? '');
  const described = Object.entries(fields).map(([name, terms]): [string, FieldTerms] => {
    const { label = '', helpText } = typeof terms === 'string' ? { label: terms } : terms;
    return [name, { label: text(label), ...(helpText === undefined ? {} : { helpText: text(helpText) }) }];
  });
  return { verboseName: one, verboseNamePlural: many, fields: Object.fromEntries(described) };
}

/** An export that its config calls otherwise keeps its name; its parameters are the service's own. */
function exportTerms({ label, params }: ModelAction, { exporting }: OwnNames): ActionTerms {
  const { columns, presetColumns: preset, values, display, raw, ordering, bom } = exporting;
  const isPreset = params.some(({ helpText }) => helpText === presetColumns);
  return {
    ...(label === exportLabel ? { label: exporting.label } : {}),
    params: {
      columns: isPreset ? { label: columns.label, helpText: preset } : columns,
      values: { label: values, choices: { display, raw } },
      ordering,
      bom,
    },
  };
}

function actionNames(names: OwnNames | null, { models }: Registry): Readonly<Record<string, string>> {
  const labels = models.flatMap(({ actions }: Model) => actions.map(({ key, label }): [string, string] => [`action:${key}`, label]));
  return { ...names?.entryActions, ...Object.fromEntries(labels) };
}
