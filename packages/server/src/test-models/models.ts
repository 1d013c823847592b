import { Policy } from '../authorize/policy.ts';
import { AdminError } from '../errors/errors.ts';
import type { Actor } from '../model/actor.ts';
import { buildRegistry } from '../model/build/build-registry.ts';
import { Problems } from '../model/build/checks.ts';
import type { Registration } from '../model/build/registry-input.ts';
import { LeftOut } from '../model/build/left-out.ts';
import type { AdminAction } from '../model/config/action.ts';
import type { AdminConfig } from '../model/config/config.ts';
import type { Field } from '../model/field.ts';
import type { FieldPath, Model } from '../model/model.ts';
import { References } from '../model/references.ts';
import type { Failed, Registry } from '../model/registry.ts';
import { tables } from './tables.ts';

/** The configs of the shop's models; a test may replace some of them. */
const shopConfigs = {
  'shop.Customer': {
    fields: {
      note: { view: 'shop.see_note' },
      pin: { writeOnly: true },
      ssn: { hidden: true },
      region: { queryable: false },
    },
    inlines: [{ table: tables.orders, foreignKey: 'customer' }],
  },
  'shop.Tag': {},
  'shop.Order': {
    label: 'number',
    manyToMany: { tags: { through: tables.orderTags } },
    searchFields: ['number', 'customer.name', 'customer.note'],
    autocompleteFields: ['number', 'margin'],
    listFilter: ['status', 'customer.region', 'customer.note', 'customer.id'],
    fields: { margin: { view: 'shop.see_margin' }, quantity: { readonly: true } },
  },
  'shop.Line': { inlines: [] },
  'shop.Claim': {},
  'shop.Payment': {},
  'shop.Reminder': {},
  'shop.Log': { readonly: true },
  'shop.Sales': { primaryKey: ['region'] },
} as const satisfies Readonly<Record<string, AdminConfig>>;

type Key = keyof typeof shopConfigs;

const tableOf: Readonly<Record<Key, Registration['description']>> = {
  'shop.Customer': tables.customers,
  'shop.Tag': tables.tags,
  'shop.Order': tables.orders,
  'shop.Line': tables.lines,
  'shop.Claim': tables.claims,
  'shop.Payment': tables.payments,
  'shop.Reminder': tables.reminders,
  'shop.Log': tables.log,
  'shop.Sales': tables.sales,
};

/** How a test's shop differs from the usual one. */
export interface ShopOptions {
  /** Merged over the models' configs. */
  readonly configs?: { readonly [K in Key]?: AdminConfig };
  readonly adminActions?: readonly AdminAction[];
  readonly failed?: Failed;
  /** Keys of models that are left out. */
  readonly without?: readonly Key[];
  /** Registrations beside those of the shop. */
  readonly more?: readonly Registration[];
  /** Replaces the description of tables. */
  readonly described?: { readonly [K in Key]?: Partial<Registration['description']> };
  /** Keys of models whose foreign keys only their source declares: the database has none. */
  readonly declared?: readonly Key[];
}

/** The registry of the shop, without a database. */
export function shopOf({
  configs = {},
  adminActions = [],
  failed = () => {},
  without = [],
  more = [],
  described = {},
  declared = [],
}: ShopOptions = {}): Registry {
  const problems = new Problems();
  const keys = (Object.keys(tableOf) as Key[]).filter((key) => !without.includes(key));
  const registrations: Registration[] = [
    ...keys.map((key) => ({
      key,
      description: { ...tableOf[key], ...described[key] },
      config: { ...shopConfigs[key], ...configs[key] },
      ...(key === 'shop.Log' ? { redact: (row: Readonly<Record<string, unknown>>) => row } : {}),
    })),
    ...more,
  ];
  const sources = registrations.filter(({ key }) => declared.some((each) => each === key)).map(({ description }) => description);
  const descriptions = Object.values(tables).map((table) => {
    const source = registrations.find((each) => each.description.table === table.table)?.description ?? table;
    return sources.includes(source) ? { ...source, foreignKeys: [] } : source;
  });
  const registry = buildRegistry({
    // Stands for that of the users: a column that points there may get a user's key.
    userTable: { schema: undefined, name: 'warehouses' },
    registrations,
    describe: (source) => descriptions.find((table) => table.table === (source as { readonly table?: unknown }).table),
    storesAnyType: true,
    problems,
    references: new References(descriptions, { described: sources }),
    leftOut: new LeftOut(() => undefined, registrations),
    adminActions,
    failed,
  });
  problems.throwIfAny();
  return registry;
}

/** A model of the registry. */
export function modelOf(registry: Registry, key: string): Model {
  const model = registry.find(key);
  if (!model) throw new Error(`There is no ${key}.`);
  return model;
}

/** A field of a model. */
export function fieldOf(model: Model, name: string): Field {
  const field = model.fieldByName.get(name);
  if (!field) throw new Error(`${model.key} has no ${name}.`);
  return field;
}

/** The path of an own field. */
export function pathOf(model: Model, name: string): FieldPath {
  return { name, steps: [], field: fieldOf(model, name) };
}

export const root: Actor = { id: '1', username: 'root', isSuperuser: true, groups: [], permissions: new Set() };

/** A member of staff with permissions of the app "shop", such as `order:view_order`. */
export function clerk(...permissions: readonly string[]): Actor {
  return { id: '2', username: 'clerk', isSuperuser: false, groups: [], permissions: new Set(permissions.map((each) => `shop.${each}`)) };
}

/** The policy of a member of staff with these permissions. */
export function policyOf(registry: Registry, ...permissions: readonly string[]): Policy {
  return new Policy(clerk(...permissions), registry);
}

/** What a test expects of an error: its code, and its messages by field if it has some. */
export interface Refusal {
  readonly code: string;
  readonly detail?: string;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

/** The error that a function throws; undefined if it returns. Throws any other error. */
export function refusalOf(run: () => unknown): Refusal | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return asRefusal(error);
  }
}

/** The same for a promise. */
export async function refusalOfAsync(run: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return asRefusal(error);
  }
}

function asRefusal(error: unknown): Refusal {
  if (!(error instanceof AdminError)) throw error;
  const { code, detail, fields } = error;
  return { code, detail, ...(fields ? { fields } : {}) };
}
