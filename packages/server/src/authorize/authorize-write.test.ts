import { describe, expect, it } from 'vitest';
import { fieldOf, modelOf, pathOf, policyOf, type Refusal, refusalOf, root, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import { where } from '../model/config/row-rule.ts';
import type { Model } from '../model/model.ts';
import { planCascade } from '../plan/cascade.ts';
import { equals, everyRow } from '../plan/condition.ts';
import { planFilters } from '../plan/filter-groups.ts';
import { Parameter, plain } from '../plan/parameter.ts';
import type { ActionJob, Assignment, Chosen, LockedKeys, WritePlan } from '../plan/write.ts';
import { authorizeWrite } from './authorize-write.ts';
import { Policy } from './policy.ts';

const registry = shopOf({
  configs: {
    'shop.Order': { rows: () => where('status', '!=', 'sent'), actions: { send: () => {} } },
    'shop.Tag': { rows: () => where('name', '!=', 'x') },
  },
});
const order = modelOf(registry, 'shop.Order');
const tag = modelOf(registry, 'shop.Tag');
const customer = modelOf(registry, 'shop.Customer');
const scope = 'status != "sent"';
const key = [7n] as const;
const cascade = planCascade(order, registry, (models) => models[0]);
const [send] = order.actions;
if (!send) throw new Error('There is no action.');

function rights(plan: WritePlan): string[] {
  return ['view', 'add', 'change', 'delete'].filter(
    (right) => !refusalOf(() => authorizeWrite(plan, policyOf(registry, `order:${right}_order`))),
  );
}
const rowsOf = (plan: WritePlan, ...permissions: string[]): string =>
  said(authorizeWrite(plan, permissions.length > 0 ? policyOf(registry, ...permissions) : new Policy(root, registry)).where);
const refused = (plan: WritePlan, ...permissions: string[]): Refusal | undefined =>
  refusalOf(() => authorizeWrite(plan, policyOf(registry, ...permissions)));

const targets: WritePlan = { kind: 'rows for write', model: order, right: 'change', keys: [key], mode: 'lock' };
const link: WritePlan = {
  kind: 'link',
  model: order,
  isNew: false,
  field: fieldOf(order, 'tags'),
  key,
  targets: new Parameter('values', { given: [1n], field: fieldOf(tag, 'id') }),
};
const plans: Readonly<Record<string, WritePlan>> = {
  insert: { kind: 'insert', model: order, values: [] },
  update: { kind: 'update', model: order, right: 'change', keys: [key], values: [] },
  delete: { kind: 'delete', model: order, right: 'delete', keys: [key] },
  'cascaded keys': { kind: 'cascaded keys', model: order, right: 'delete', keys: [key], cascade, limit: 1 },
  unlinked: { kind: 'unlinked', model: order, right: 'delete', keys: [key], cascade, referencing: { model: order } as never, limit: 1 },
  link,
  'link of a new row': { ...link, isNew: true },
  unlink: { ...link, kind: 'unlink' },
  'unlink of a new row': { ...link, kind: 'unlink', isNew: true },
  targets,
  'targets to delete': { ...targets, right: 'delete' },
  'targets that were added': { ...targets, right: 'add' },
  checks: { kind: 'checks', model: order, right: 'change', checks: [] },
  'checks of a new row': { kind: 'checks', model: order, right: 'add', checks: [] },
  impact: { kind: 'impact', model: order, right: 'view', keys: [key], cascade, cap: 1 },
  'impact of a delete': { kind: 'impact', model: order, right: 'delete', keys: [key], cascade, cap: 1 },
};
const planOf = (name: string): WritePlan => plans[name] ?? targets;
const byKey = `(${scope} and id = 7)`;

describe('authorizeWrite', () => {
  it.each([
    ['insert', 'add', scope],
    ['update', 'change', byKey],
    ['delete', 'delete', byKey],
    ['cascaded keys', 'delete', byKey],
    ['unlinked', 'delete', byKey],
    ['link', 'change', byKey],
    ['link of a new row', 'add', byKey],
    ['unlink', 'change', byKey],
    ['unlink of a new row', 'add', byKey],
    ['targets', 'change', byKey],
    ['targets to delete', 'delete', byKey],
    ['targets that were added', 'add', byKey],
    ['checks', 'change', scope],
    ['checks of a new row', 'add', scope],
    ['impact', 'view', byKey],
    ['impact of a delete', 'delete', byKey],
  ])('%s needs the right "%s", for the rows %s', (name, right, rows) => {
    expect(rights(planOf(name))).toEqual([right]);
    expect(rowsOf(planOf(name))).toBe(rows);
    expect(refused(planOf(name))?.code).toBe('not_found');
    expect(refused(planOf(name), 'order:see_margin')?.code).toBe('permission_denied');
  });

  it('returns the plan with its actor, policy and view', () => {
    const policy = new Policy(root, registry);
    const authorized = authorizeWrite(targets, policy);
    expect(authorized).toMatchObject({ actor: root, view: policy.access(order) });
    expect([authorized.plan, authorized.policy]).toEqual([targets, policy]);
    expect(authorized.plan).toBe(targets);
  });

  it('is about no row where there are no keys', () => {
    expect(rowsOf({ ...targets, keys: [] })).toBe('false');
    expect(rowsOf({ ...targets, keys: [[7n], [8n]] })).toBe(`(${scope} and id in [7, 8])`);
  });
});

describe('a field that is written', () => {
  const assignment = (model: Model, name: string, origin: Assignment['origin']): Assignment => {
    const field = fieldOf(model, name);
    return { field, written: new Parameter('stored', { given: null, field }), origin };
  };
  const update = (model: Model, name: string, origin: Assignment['origin'] = 'request'): WritePlan => ({
    kind: 'update',
    right: 'change',
    model,
    keys: [key],
    values: [assignment(model, 'id', 'service'), assignment(model, name, origin)],
  });
  const change = ['order:change_order', 'customer:change_customer'];

  it('by a request has to be one that the actor may edit', () => {
    expect(refused(update(order, 'status'), ...change)).toBeUndefined();
    const refusal = (name: string) => ({ code: 'permission_denied', detail: `shop.Order ${name} can not be written.` });
    expect(refused(update(order, 'margin'), ...change)).toEqual(refusal('margin'));
    expect(refused(update(order, 'margin'), ...change, 'order:see_margin')).toBeUndefined();
    expect(refused(update(order, 'quantity'), ...change)).toEqual(refusal('quantity'));
    expect(refused(update(order, 'id'), ...change)).toEqual(refusal('id'));
    expect(refused({ kind: 'insert', model: order, values: [assignment(order, 'quantity', 'request')] }, 'order:add_order')).toEqual(
      refusal('quantity'),
    );
  });

  it('by a request may be a secret that is never read', () => {
    expect(refused(update(customer, 'pin'), ...change)).toBeUndefined();
    expect(refused(update(customer, 'ssn'), ...change)).toMatchObject({ detail: 'shop.Customer ssn can not be written.' });
  });

  it('by the service may be any', () => {
    for (const name of ['margin', 'quantity', 'id']) expect(refused(update(order, name, 'service'), ...change)).toBeUndefined();
  });

  it('may be a link that the actor may edit', () => {
    const fixed = { ...fieldOf(order, 'tags'), editable: false };
    for (const kind of ['link', 'unlink'] as const)
      expect(refused({ ...link, kind, field: fixed }, ...change)).toMatchObject({
        detail: 'shop.Order tags can not be written.',
      });
  });
});

describe('checks', () => {
  const name = equals(pathOf(tag, 'name'), 'a');
  const checksPlan = (isScoped: boolean): WritePlan => ({
    kind: 'checks',
    model: order,
    right: 'add',
    checks: [
      { kind: 'row', model: tag, condition: name, isScoped },
      { kind: 'all', model: tag, condition: name, count: plain(1) },
      { kind: 'columns', table: tag.table, pairs: [] },
    ],
  });

  it('about referenced rows are limited to the actor’s scope; whether a value is taken is not', () => {
    const conditions = (isScoped: boolean): unknown[] => {
      const { plan } = authorizeWrite(checksPlan(isScoped), new Policy(root, registry));
      return plan.kind === 'checks' ? plan.checks.map((each) => ('condition' in each ? said(each.condition) : each.kind)) : [];
    };
    const scoped = '(name = "a" and name != "x")';
    expect(conditions(true)).toEqual([scoped, scoped, 'columns']);
    expect(conditions(false)).toEqual(['name = "a"', scoped, 'columns']);
  });
});

describe('an action', () => {
  const run = (chosen: Chosen, job: ActionJob = { do: 'count' }, narrowing = everyRow): WritePlan => ({
    kind: 'action',
    model: order,
    action: send,
    chosen,
    narrowing,
    job,
  });
  const keys = [[7n], [8n]];
  const locked = keys as unknown as LockedKeys;
  const may = 'order:change_order';
  const matching: Chosen = { kind: 'matching', filters: planFilters(order, [{ name: 'total', values: ['1'] }]), search: ['a'] };
  const narrowing = equals(pathOf(order, 'memo'), 'm');

  it('is run by those who may run it', () => {
    expect(refused(run({ kind: 'keys', keys }), may)).toBeUndefined();
    expect(refused(run({ kind: 'keys', keys }), 'order:view_order')).toMatchObject({
      code: 'permission_denied',
      detail: expect.stringContaining('run "Send"'),
    });
    expect(refused(run({ kind: 'keys', keys }))?.code).toBe('not_found');
  });

  it('is about rows in scope, as long as they are not locked', () => {
    const both = 'id in [7, 8]';
    expect(rowsOf(run({ kind: 'keys', keys }), may)).toBe(`(${scope} and ${both})`);
    expect(rowsOf(run({ kind: 'locked', keys: locked }), may)).toBe(both);
    expect(rowsOf(run({ kind: 'collected', range: undefined }), may)).toBe('collected');
    expect(rowsOf(run({ kind: 'collected', range: { from: plain(1), to: plain(9) } }), may)).toBe('collected 1-9');
    expect(rowsOf(run(matching), may, 'order:view_order')).toBe(`(${scope} and (total = "1" and number has anywhere caseless ["a"]))`);
  });

  it('is about the rows that its handler has narrowed them to', () => {
    const and = (rows: string): string => `(${rows} and memo = "m")`;
    expect(rowsOf(run({ kind: 'keys', keys: [[7n]] }, undefined, narrowing), may)).toBe(`(${scope} and ${and('id = 7')})`);
    expect(rowsOf(run({ kind: 'locked', keys: [[7n]] as unknown as LockedKeys }, undefined, narrowing), may)).toBe(and('id = 7'));
    expect(rowsOf(run({ kind: 'collected', range: undefined }, undefined, narrowing), may)).toBe(and('collected'));
    expect(rowsOf(run(matching, undefined, narrowing), may, 'order:view_order')).toContain('and memo = "m"');
  });

  it('needs "view" where rows are filtered or shown', () => {
    const fields = [fieldOf(order, 'number')];
    const jobs: readonly (readonly [WritePlan, boolean])[] = [
      [run(matching), true],
      [run({ kind: 'keys', keys }, { do: 'show', fields }), true],
      [run({ kind: 'keys', keys }, { do: 'texts', fields, isRaw: false, withKey: false, order: [] }), true],
      [run({ kind: 'keys', keys }, { do: 'read' }), false],
      [run({ kind: 'keys', keys }, { do: 'delete' }), false],
      [run({ kind: 'collected', range: undefined }), false],
    ];
    for (const [plan, needsView] of jobs) {
      expect(refused(plan, may)?.detail).toBe(needsView ? 'You do not have permission to view orders.' : undefined);
      expect(refused(plan, may, 'order:view_order')).toBeUndefined();
    }
  });

  it('shows no field that the actor may not read', () => {
    const fields = [fieldOf(order, 'number'), fieldOf(order, 'margin')];
    for (const job of [
      { do: 'show', fields },
      { do: 'texts', fields, isRaw: true, withKey: false, order: [] },
      { do: 'texts', fields: fields.slice(0, 1), isRaw: true, withKey: false, order: fields.map((field) => ({ field, descending: true })) },
    ] as const) {
      const plan = run({ kind: 'keys', keys }, job);
      expect(refused(plan, may, 'order:view_order')).toEqual({ code: 'permission_denied', detail: 'shop.Order margin can not be shown.' });
      expect(refused(plan, may, 'order:view_order', 'order:see_margin')).toBeUndefined();
    }
  });

  it('writes any field: its handler is trusted code', () => {
    const field = fieldOf(order, 'quantity');
    const values: Assignment[] = [{ field, written: new Parameter('stored', { given: 1n, field }), origin: 'request' }];
    expect(refused(run({ kind: 'keys', keys }, { do: 'update', values }), may)).toBeUndefined();
  });
});
