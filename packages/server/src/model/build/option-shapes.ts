import { actionVariants, fieldTypeNames, iconNames, toneNames } from '@grimoire/protocol';
import { z } from 'zod';
import type { Action, ActionOptions, AdminAction } from '../config/action.ts';
import { didYouMean } from './checks.ts';
import type { AdminConfig, FieldConfig, InlineConfig, ManyToManyConfig, ModelRegistration } from '../config/config.ts';
import { fieldTypes } from '../field-types/all.ts';
import { timeZoneOf } from '../time-zone.ts';
import type { FormConfig, FormSectionConfig } from '../config/form.ts';
import type { Hooks } from '../config/hooks.ts';
import type { ParamConfig } from '../config/param.ts';
import { widget } from './field-editor-shape.ts';

/** The schema of each option of an object. If an option of the type is missing here, the compiler reports an error. */
export type Shape<T> = { readonly [K in keyof Required<T>]: z.ZodType };

export const text: z.ZodType = z.string().min(1, 'Expected a text that is not empty.');
export const flag: z.ZodType = z.boolean();
export const texts: z.ZodType = z.array(text);
export const count: z.ZodType = z.int().min(1);
/** Milliseconds of a time limit, of a day at most: timers can not wait for longer than 24 days. */
export const timeLimit: z.ZodType = z.int().min(1).max(86_400_000);
export const callable: z.ZodType = z.custom((value) => typeof value === 'function', 'Expected a function.');
/** A value that is checked elsewhere. */
export const anything: z.ZodType = z.unknown();

const fieldType = z.custom((value) => typeof value === 'string' && Object.hasOwn(fieldTypes, value), {
  error: ({ input }) => `${JSON.stringify(input) ?? 'This'} is no field type. ${didYouMean(String(input), fieldTypeNames)}`,
});
const icon = z.custom((value) => iconNames.some((name) => name === value), {
  error: ({ input }) => `${JSON.stringify(input) ?? 'This'} is no icon. ${didYouMean(String(input), iconNames)}`,
});
/** The name of a time zone. */
export const zone: z.ZodType = z.custom(
  (value) => typeof value === 'string' && timeZoneOf(value) !== undefined,
  'Expected a time zone such as "Europe/Berlin".',
);
const choices = z.array(z.union([z.string(), z.strictObject({ value: z.union([z.string(), z.number()]), label: z.string() })]));

const conditionValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const condition = z.record(z.string(), z.union([conditionValue, z.array(conditionValue).min(1)]));

export const fieldShape: Shape<FieldConfig> = {
  label: text,
  helpText: z.string(),
  hidden: flag,
  readonly: flag,
  required: z.literal(false, 'Expected false: whether a column must have a value follows from the database.'),
  writeOnly: flag,
  widget,
  fill: z.enum(['createdAt', 'updatedAt', 'createdBy', 'updatedBy']),
  detailOnly: flag,
  queryable: flag,
  view: text,
  visibleWhen: condition,
  readOnlyWhen: condition,
  type: fieldType,
  choices,
  tones: z.record(z.string(), z.enum(toneNames)),
  schema: anything,
  maxLength: count,
  maxDigits: count,
  decimalPlaces: z.int().min(0),
  timeZone: zone,
  epoch: z.enum(['seconds', 'milliseconds']),
  grouping: flag,
};

export const manyToManyShape: Shape<ManyToManyConfig> = { through: anything, source: text, target: text, label: text };

export const inlineShape: Shape<InlineConfig> = {
  table: anything,
  foreignKey: text,
  position: z.union([text, z.literal(false)], 'Expected the name of a field, or false.'),
};

export const hookShape: Shape<Hooks> = {
  preview: z.literal('safe'),
  beforeSave: callable,
  afterSave: callable,
  beforeDelete: callable,
  afterDelete: callable,
  beforeRestore: callable,
  afterRestore: callable,
};

export const formShape: Shape<FormConfig> = { sections: anything, aside: texts, tabs: texts };

export const formSectionShape: Shape<FormSectionConfig> = {
  title: text,
  fields: z.array(z.union([text, z.strictObject({ name: text, width: z.enum(['full', 'half', 'third']).optional() })])),
  help: text,
  tab: text,
  collapsed: flag,
};

export const modelShape: Shape<AdminConfig> = {
  verboseName: text,
  verboseNamePlural: text,
  icon,
  emptyText: text,
  reasonRequired: z.array(z.enum(['create', 'update', 'delete', 'restore', 'purge'])),
  label: z.union([text, callable]),
  listDisplay: texts,
  searchFields: texts,
  autocompleteFields: texts,
  pickerFields: texts,
  listFilter: texts,
  ordering: texts,
  timeZone: zone,
  readonly: flag,
  readonlyFields: texts,
  fields: anything,
  form: anything,
  manyToMany: anything,
  inlines: anything,
  rows: callable,
  validate: callable,
  suggest: z.record(z.string(), callable),
  softDelete: text,
  hooks: anything,
  actions: anything,
  export: flag,
  primaryKey: texts,
};

export const registrationShape: Shape<ModelRegistration> = {
  source: anything,
  key: z.string(),
  config: anything,
  $isOptional: flag,
  $row: anything,
  $actions: anything,
  $required: anything,
};

const sharedActionShape: Shape<ActionOptions> = {
  destructive: flag,
  confirm: z.string().regex(/\S/, 'Expected a question.'),
  irreversible: z.string().regex(/\S/, 'Expected a reason.'),
  reason: flag,
  variant: z.enum(actionVariants),
  params: anything,
  timeLimit: anything,
  returns: z.literal('file'),
  preview: z.literal('safe'),
};

export const actionShape: Shape<Action> = {
  ...sharedActionShape,
  label: text,
  scope: z.enum(['bulk', 'toolbar']),
  run: callable,
};

export const adminActionShape: Shape<AdminAction> = {
  ...sharedActionShape,
  model: text,
  codename: z.union([z.null(), z.string()]),
  name: text,
  kind: z.enum(['client', 'server']),
  scope: z.enum(['bulk', 'toolbar']),
  run: callable,
};

export const paramShape: Shape<ParamConfig> = {
  type: fieldType,
  to: text,
  label: text,
  helpText: z.string(),
  widget,
  required: flag,
  default: z.union([z.string(), z.number(), z.boolean()]),
  choices,
  schema: anything,
  maxLength: count,
  maxDigits: count,
  decimalPlaces: z.int().min(0),
};
