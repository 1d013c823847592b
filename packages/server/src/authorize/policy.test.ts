import { describe, expect, it } from 'vitest';
import { fieldOf, modelOf, pathOf, policyOf, root, type ShopOptions, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import { resolvePath } from '../model/path.ts';
import { none, where } from '../model/config/row-rule.ts';
import type { Model } from '../model/model.ts';
import { Policy } from './policy.ts';

const noop = (): void => {};
const adminAction = (name: string, codename: string | null) =>
  ({ model: 'shop.Tag', codename, name, kind: 'server', scope: 'bulk', run: noop }) as const;
const options: ShopOptions = {
  configs: { 'shop.Order': { actions: { send: noop } } },
  adminActions: [adminAction('Merge', 'merge_tags')],
};
const registry = shopOf(options);
const order = modelOf(registry, 'shop.Order');
const customer = modelOf(registry, 'shop.Customer');
const tag = modelOf(registry, 'shop.Tag');
const log = modelOf(registry, 'shop.Log');
const names = (fields: readonly { readonly name: string }[]): string[] => fields.map(({ name }) => name);

describe('a right', () => {
  it('is held by permission, by the model that it is about', () => {
    const policy = policyOf(registry, 'order:view_order', 'order:view_customer', 'customer:change_customer');
    const rightsOn = (model: Model) => (['view', 'add', 'change', 'delete'] as const).filter((right) => policy.may(model, right));
    expect(rightsOn(order)).toEqual(['view']);
    expect(rightsOn(customer)).toEqual(['change']);
    expect(rightsOn(tag)).toEqual([]);
    expect(policy.access(order).rights).toEqual({ view: true, add: false, change: false, delete: false });
    expect(policy.access(customer).rights).toEqual({ view: false, add: false, change: true, delete: false });
    expect(policyOf(registry, 'order:add_order', 'order:delete_order').access(order).rights).toEqual({
      view: false,
      add: true,
      change: false,
      delete: true,
    });
  });

  it('is always held by a superuser, except to write a read-only model and where it is withheld', () => {
    const policy = new Policy(root, registry);
    expect(policy.access(order).rights).toEqual({ view: true, add: true, change: true, delete: true });
    expect(policy.access(log).rights).toEqual({ view: true, add: false, change: false, delete: false });
    const withheld = { ...order, withheld: new Map([['add' as const, { reason: 'x', of: 'table' as const, isConcealed: false }]]) };
    expect(policy.access(withheld).rights).toEqual({ view: true, add: false, change: true, delete: true });
    expect(policy.holds(log, 'add_log')).toBe(true);
  });
});

describe('an action', () => {
  const send = order.actions[0];
  const merge = tag.actions[0];
  it('needs "change" of its model, its own permission, or nothing', () => {
    if (!send || !merge) throw new Error('There are no actions.');
    expect(policyOf(registry, 'order:change_order').mayRun(order, send)).toBe(true);
    expect(policyOf(registry, 'order:view_order').mayRun(order, send)).toBe(false);
    expect(policyOf(registry, 'tag:merge_tags').mayRun(tag, merge)).toBe(true);
    expect(policyOf(registry, 'tag:change_tag').mayRun(tag, merge)).toBe(false);
    expect(policyOf(registry).mayRun(tag, { ...merge, needs: 'staff' })).toBe(true);
    expect(policyOf(registry, 'log:change_log').mayRun(log, send)).toBe(true);
  });
});

describe('a model', () => {
  it.each([
    ['tag:view_tag', true],
    ['tag:add_tag', true],
    ['tag:change_tag', true],
    ['tag:delete_tag', true],
    ['tag:merge_tags', true],
    ['order:view_tag', false],
    ['tag:other', false],
  ])('is known with %s: %s', (permission, known) => expect(policyOf(registry, permission).knows(tag)).toBe(known));

  it('is known to everyone who may run one of its actions', () => {
    expect(policyOf(registry).knows(tag)).toBe(false);
    const open = shopOf({ adminActions: [adminAction('Merge', null)] });
    expect(policyOf(open).knows(modelOf(open, 'shop.Tag'))).toBe(true);
    expect(policyOf(open).knows(modelOf(open, 'shop.Order'))).toBe(false);
    // The permission of a field is one of its own.
    expect(policyOf(registry, 'order:see_margin').knows(order)).toBe(true);
  });
});

describe('a view', () => {
  it('has the fields that the actor may read', () => {
    expect(names(new Policy(root, registry).access(customer).fields)).toEqual(['id', 'name', 'email', 'region', 'vip', 'note']);
    expect(names(policyOf(registry, 'customer:view_customer').access(customer).fields)).toEqual(['id', 'name', 'email', 'region', 'vip']);
    expect(names(policyOf(registry, 'customer:see_note').access(customer).fields)).toContain('note');
    expect(names(policyOf(registry, 'order:see_note').access(customer).fields)).not.toContain('note');
    const all = new Policy(root, registry).access(order);
    expect(all.fields).toBe(order.fields);
    expect(policyOf(registry).access(order).fields).not.toBe(order.fields);
  });

  it('is made once', () => {
    const policy = policyOf(registry);
    expect(policy.access(order)).toBe(policy.access(order));
    expect(policy.access(order).model).toBe(order);
  });

  it('has the rows of the row rule', () => {
    const scoped = shopOf({
      configs: { 'shop.Order': { rows: ({ actor }) => where('status', '=', actor.isSuperuser ? 'open' : 'paid') } },
    });
    const model = modelOf(scoped, 'shop.Order');
    expect(said(new Policy(root, scoped).access(model).scope)).toBe('status = "open"');
    expect(said(policyOf(scoped).access(model).scope)).toBe('status = "paid"');
    expect(said(policyOf(registry).access(order).scope)).toBe('true');
  });

  it('has no rows where the row rule fails, which is reported', () => {
    const heard: unknown[][] = [];
    const failing = shopOf({
      configs: {
        'shop.Order': {
          rows: () => {
            throw new Error('a bug');
          },
        },
      },
      failed: (model, part, error) => void heard.push([model.key, part, String(error)]),
    });
    expect(said(policyOf(failing).access(modelOf(failing, 'shop.Order')).scope)).toBe('false');
    expect(heard).toEqual([['shop.Order', 'rows', 'Error: a bug']]);
  });

  it('has the label fields that the actor may read', () => {
    const labelsOf = (policy: Policy, model: Model) => {
      const { hasLabel, labelFields } = policy.access(model);
      return [hasLabel, ...labelFields.map((fields) => names(fields).join('+'))];
    };
    const [name, note, email] = [fieldOf(customer, 'name'), fieldOf(customer, 'note'), fieldOf(customer, 'email')];
    const model: Model = { ...customer, label: { kind: 'fields', candidates: [[note, name], [note], [email]] } };
    const candidates = model.label.kind === 'fields' && model.label.candidates;
    expect(labelsOf(new Policy(root, registry), model)).toEqual([true, 'note+name', 'note', 'email']);
    expect(new Policy(root, registry).access(model).labelFields).toBe(candidates);
    expect(labelsOf(policyOf(registry), model)).toEqual([true, 'name', 'email']);
    expect(labelsOf(policyOf(registry), { ...customer, label: { kind: 'fields', candidates: [[note]] } })).toEqual([false]);
    expect(labelsOf(policyOf(registry), { ...customer, label: { kind: 'key' } })).toEqual([false]);
    const computed: Model = { ...customer, label: { kind: 'computed', compute: () => '', failed: noop } };
    expect(labelsOf(policyOf(registry), computed)).toEqual([true]);
    // One empty list for all, so that a statement knows it by its identity.
    expect(policyOf(registry).access(computed).labelFields).toBe(policyOf(registry).access({ ...computed }).labelFields);
  });
});

describe('a path', () => {
  const may = (path: string, ...permissions: string[]): boolean => {
    const fieldPath = resolvePath(order, path, registry);
    if (!fieldPath) throw new Error(`There is no ${path}.`);
    return policyOf(registry, ...permissions).mayReadPath(order, fieldPath);
  };

  it('is read with all fields and models on it', () => {
    expect(may('number')).toBe(true);
    expect(may('margin')).toBe(false);
    expect(may('margin', 'order:see_margin')).toBe(true);
    expect(may('customer.name')).toBe(false);
    expect(may('customer.name', 'customer:change_customer')).toBe(false);
    expect(may('customer.name', 'customer:view_customer')).toBe(true);
    expect(may('customer.note', 'customer:view_customer')).toBe(false);
    expect(may('customer.note', 'customer:view_customer', 'customer:see_note')).toBe(true);
    expect(may('customer.ssn', 'customer:view_customer')).toBe(false);
  });

  it('is not read over a field that is hidden', () => {
    const hidden = shopOf({
      configs: { 'shop.Order': { fields: { customer: { view: 'shop.see_customer' } }, listFilter: [], searchFields: [] } },
    });
    const model = modelOf(hidden, 'shop.Order');
    const path = resolvePath(model, 'customer.name', hidden);
    if (!path) throw new Error('There is no such path.');
    expect(policyOf(hidden, 'customer:view_customer').mayReadPath(model, path)).toBe(false);
    expect(policyOf(hidden, 'customer:view_customer', 'order:see_customer').mayReadPath(model, path)).toBe(true);
  });
});

describe('the reader of a log', () => {
  const scoped = shopOf({
    configs: {
      'shop.Tag': {
        rows: ({ actor }) => (actor.permissions.has('shop.tag:all') || actor.isSuperuser ? where('id', 'in', []) : where('name', '=', 'x')),
      },
      'shop.Reminder': { rows: () => none },
    },
  });

  it('sees the fields of models that they may view, and that a secret was changed', () => {
    const reader = policyOf(scoped, 'customer:view_customer').reader();
    expect([...(reader.fieldsOf('shop.Customer') ?? [])]).toEqual(['id', 'name', 'email', 'region', 'vip', 'pin']);
    expect(reader.fieldsOf('shop.Order')).toBeNull();
    expect(reader.fieldsOf('shop.Nothing')).toBeNull();
    expect(policyOf(scoped, 'customer:change_customer').reader().fieldsOf('shop.Customer')).toBeNull();
  });

  it('sees links only where they see every row of the target', () => {
    expect([...(policyOf(scoped, 'order:view_order').reader().fieldsOf('shop.Order') ?? [])]).not.toContain('tags');
    expect([...(policyOf(registry, 'order:view_order').reader().fieldsOf('shop.Order') ?? [])]).toContain('tags');
    expect([...(policyOf(scoped, 'order:view_order').reader().fieldsOf('shop.Order') ?? [])]).toContain('customer');
  });

  it('knows which models they see wholly, and which fields decide that', () => {
    const reader = policyOf(scoped, 'tag:view_tag', 'customer:view_customer').reader();
    expect(reader.reachesAll('shop.Customer')).toBe(true);
    expect(reader.reachesAll('shop.Tag')).toBe(false);
    expect(reader.reachesAll('shop.Order')).toBe(false);
    expect([...reader.decidingFields('shop.Tag')]).toEqual(['name']);
    expect([...reader.decidingFields('shop.Customer')]).toEqual([]);
    expect([...reader.decidingFields('shop.Order')]).toEqual([]);
  });
});

describe('a policy', () => {
  it('shares its confirmation with the policies that are made of it', () => {
    const policy = new Policy(root, registry, { deadline: 17 });
    expect([policy.confirmation.isDone, policy.deadline, policy.actor, policy.registry]).toEqual([false, 17, root, registry]);
    const others = [policy.inTrash(order), policy.until(5)];
    expect(others.map(({ deadline }) => deadline)).toEqual([17, 5]);
    policy.confirmation.end();
    expect(others.map(({ confirmation }) => confirmation.isDone)).toEqual([true, true]);
    expect(policy.mayReadPath(order, pathOf(order, 'number'))).toBe(true);
  });
});
