import { action, type AdminAction, type AdminConfig, all, exportCsv, type FieldConfig, model, type ModelRegistration } from 'grimoire';
import type { Dice } from './dice.ts';
import { ruleOf, type Rule, toConfig } from './rules.ts';
import type { Column, Table, World } from './world.ts';

/** Which rows of a model users see, by their groups. */
export interface ModelRules {
  /** Of members of `narrow`. */
  readonly narrow: Rule;
  /** Of users who are in neither `wide` nor `narrow`. */
  readonly rest: Rule;
}

/** How a random config has a model. */
export interface ModelPlan {
  readonly key: string;
  readonly table: Table;
  readonly place: number;
  readonly isReadonly: boolean;
  /** Fields by what a config says of them. */
  readonly hidden: ReadonlySet<string>;
  readonly writeOnly: ReadonlySet<string>;
  /** Those that need the permission `see_some`. */
  readonly guarded: ReadonlySet<string>;
  readonly locked: ReadonlySet<string>;
  readonly detailOnly: ReadonlySet<string>;
  readonly unqueryable: ReadonlySet<string>;
  readonly softDelete: string | null;
  readonly listFilter: readonly string[] | null;
  readonly searchFields: readonly string[] | null;
  readonly ordering: string | null;
  readonly label: string | null;
  readonly pickerFields: readonly string[];
  readonly rules: ModelRules | null;
}

/** A column that is left out unless a config names it. */
export function isSecret({ name }: Column): boolean {
  return /token|password/.test(name);
}

/** A random config of every table of a world. */
export function plansOf(world: World, dice: Dice): ModelPlan[] {
  const plans = world.tables.map((table, place) => planOf(world, table, place, dice));
  // A config that filters by a hidden field is refused at start.
  return plans.map((plan) => ({
    ...plan,
    listFilter: plan.listFilter?.filter((path) => isFilterable(plans, plan, path)) ?? null,
    pickerFields: pickerFieldsOf(plan),
  }));
}

function isFilterable(plans: readonly ModelPlan[], { table }: ModelPlan, path: string): boolean {
  const [field, inner] = path.split('.');
  const through = table.columns.find((column) => column.field === field)?.reference;
  const target = through && plans[through.table];
  if (inner === undefined || !target) return inner === undefined;
  return !target.hidden.has(inner) && !target.writeOnly.has(inner) && !target.unqueryable.has(inner);
}

function planOf(world: World, table: Table, place: number, dice: Dice): ModelPlan {
  const own = table.columns.filter((column) => !table.key.includes(column));
  const open = own.filter((column) => !isSecret(column));
  const marked = open.find(({ kind, null: isNull, isOdd }) => kind === 'moment' && isNull && !isOdd);
  const isReadonly = dice.chance(0.1);
  const softDelete = marked && !isReadonly && dice.chance(0.8) ? marked.field : null;
  const fields = open.map(({ field }) => field).filter((field) => field !== softDelete);
  const hidden = new Set(dice.some(fields, 0.12));
  const rest = fields.filter((field) => !hidden.has(field));
  const writeOnly = new Set(dice.some(rest, 0.06).filter((field) => isPlainText(table, field)));
  const shown = rest.filter((field) => !writeOnly.has(field));
  const guarded = new Set(dice.some(shown, 0.15));
  const texts = shown.filter((field) => isPlainText(table, field));
  const unqueryable = new Set(dice.some(shown, 0.08));
  const sortable = shown
    .filter((field) => !field.startsWith('-'))
    .filter((field) => !unqueryable.has(field) && !table.columns.some((column) => column.field === field && column.kind === 'blob'));
  return {
    key: table.model,
    table,
    place,
    isReadonly,
    hidden,
    writeOnly,
    guarded,
    locked: new Set(dice.some(shown, 0.1)),
    detailOnly: new Set(dice.some(shown, 0.08)),
    unqueryable,
    softDelete,
    listFilter: dice.chance(0.6)
      ? pathsOf(
          world,
          table,
          shown.filter((field) => !unqueryable.has(field)),
          dice,
        )
      : null,
    searchFields: dice.chance(0.7) ? dice.some(texts, 0.7) : null,
    ordering: dice.chance(0.5) ? (dice.pick(sortable) ?? null) : null,
    label: dice.chance(0.3) ? (dice.pick(texts) ?? null) : null,
    pickerFields: [],
    rules: dice.chance(0.85) ? { narrow: ruleOf(world, table, dice), rest: ruleOf(world, table, dice) } : null,
  };
}

/** What pickers show of every other model: the fields that not everybody sees first. */
function pickerFieldsOf({ table, place, hidden, writeOnly, guarded, detailOnly }: ModelPlan): string[] {
  if (place % 2 === 1) return [];
  const isShown = (column: Column): boolean =>
    !isSecret(column) && column.kind !== 'blob' && ![hidden, writeOnly, detailOnly].some((fields) => fields.has(column.field));
  const shown = table.columns.filter(isShown).map(({ field }) => field);
  return [...new Set([...guarded, ...shown])].filter((field) => shown.includes(field)).slice(0, 3);
}

function isPlainText({ columns }: Table, field: string): boolean {
  return columns.some(
    (column) =>
      column.field === field && (column.kind === 'word' || column.kind === 'notes') && !column.reference && !column.name.includes('.'),
  );
}

/** Fields and paths of two levels that a list is filtered by. */
function pathsOf(world: World, table: Table, fields: readonly string[], dice: Dice): string[] {
  const paths = table.columns.flatMap(({ field, reference }) => {
    if (!reference || !fields.includes(field)) return [];
    const target = world.tables[reference.table] ?? table;
    return target.columns.filter((column) => !isSecret(column) && column.kind !== 'blob').map((column) => `${field}.${column.field}`);
  });
  const own = fields.filter((field) => !table.columns.some((column) => column.field === field && column.kind === 'blob'));
  return [...dice.some(own, 0.5), ...dice.some(paths, 0.5)];
}

/** The codename of the permission to read the guarded fields of a model. */
export const seeSome = 'see_some';

function fieldsOf(plan: ModelPlan): Record<string, FieldConfig> {
  const entries = plan.table.columns.map(({ field }): [string, FieldConfig] => [
    field,
    {
      ...(plan.hidden.has(field) ? { hidden: true } : {}),
      ...(plan.writeOnly.has(field) ? { writeOnly: true } : {}),
      ...(plan.guarded.has(field) ? { view: `f.${seeSome}` } : {}),
      ...(plan.detailOnly.has(field) ? { detailOnly: true } : {}),
      ...(plan.unqueryable.has(field) ? { queryable: false } : {}),
    },
  ]);
  return Object.fromEntries(entries.filter(([, options]) => Object.keys(options).length > 0));
}

/** What the actions of a model answer: the rows that they run on, as the user sees them. */
const show = action({
  scope: 'toolbar',
  run: async (context, rows) => {
    const ids = await rows.ids();
    const seen: object[] = [];
    if (context.may(context.model, 'view')) for await (const row of rows.asSeen()) seen.push(row);
    return { ids, seen };
  },
});

/** The models of a world, as an admin registers them. */
export function registrationsOf(plans: readonly ModelPlan[]): ModelRegistration[] {
  return plans.map((plan) => {
    const { rules } = plan;
    const config: AdminConfig = {
      fields: fieldsOf(plan),
      readonly: plan.isReadonly,
      readonlyFields: [...plan.locked],
      actions: { show },
      ...(plan.softDelete === null ? {} : { softDelete: plan.softDelete }),
      ...(plan.listFilter === null ? {} : { listFilter: plan.listFilter }),
      ...(plan.searchFields === null ? {} : { searchFields: plan.searchFields }),
      ...(plan.ordering === null ? {} : { ordering: [plan.ordering] }),
      ...(plan.label === null ? {} : { label: plan.label }),
      pickerFields: plan.pickerFields,
      ...(rules === null
        ? {}
        : {
            rows: ({ actor }) => {
              if (actor.isSuperuser || actor.groups.includes('wide')) return all;
              return toConfig(actor.groups.includes('narrow') ? rules.narrow : rules.rest);
            },
          }),
    };
    return { ...model(plan.table.name, 'f.Model'), key: plan.key, config };
  });
}

/** An export of each model. */
export function exportsOf(plans: readonly ModelPlan[]): AdminAction[] {
  return plans.map(({ key }) => exportCsv(key));
}
