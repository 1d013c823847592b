import { describe, expect, it } from 'vitest';
import { fieldOf, modelOf, policyOf, refusalOf, root, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import { where } from '../model/config/row-rule.ts';
import { savedViewFields, savedViewKey } from '../model/saved-view.ts';
import { fieldOfColumn } from '../model/path-column.ts';
import { everyRow } from '../plan/condition.ts';
import type { WritePlan } from '../plan/write.ts';
import { apart, authorizeWrite } from './authorize-write.ts';
import { Policy } from './policy.ts';

const registry = shopOf({
  configs: {
    'shop.Order': {
      softDelete: 'placed',
      rows: () => where('status', '!=', 'sent'),
      listDisplay: ['number', 'customer.name', 'customer.note', 'customer.region', 'shop.Line.count'],
      actions: { send: () => {} },
    },
  },
});
const order = modelOf(registry, 'shop.Order');
const tag = modelOf(registry, 'shop.Tag');
const log = modelOf(registry, 'shop.Log');
const view = 'order:view_order';

describe('the trash of a model', () => {
  it.each([
    [[view, 'order:restore_order'], true],
    [[view, 'order:purge_order'], true],
    [[view], false],
    [['order:restore_order', 'order:purge_order'], false],
    [[view, 'order:delete_order'], false],
  ])('is seen with %j: %s', (permissions, expected) => expect(policyOf(registry, ...permissions).maySeeTrash(order)).toBe(expected));

  it('has the rows that are marked as deleted and that the row rule allows; all other reads leave them out', () => {
    const policy = policyOf(registry, view);
    const trash = policy.inTrash(order);
    expect(said(policy.access(order).scope)).toBe('(placed is null and status != "sent")');
    expect(said(policy.access(order).rule)).toBe('status != "sent"');
    expect(said(policy.requestedRows(order))).toBe('(placed is null and status != "sent")');
    expect(said(trash.requestedRows(order))).toBe('(placed is not null and status != "sent")');
    expect([policy.isTrash(order), trash.isTrash(order), trash.isTrash(tag)]).toEqual([false, true, false]);
    expect(said(trash.requestedRows(tag))).toBe('true');
    expect(said(trash.until(5).requestedRows(order))).toBe('(placed is not null and status != "sent")');
  });
});

describe('columns of related rows', () => {
  const namesOf = (policy: Policy): string[] => policy.columns(order).map(({ name }) => name);

  it('are those at whose path the actor may read every field', () => {
    expect(namesOf(policyOf(registry, view))).toEqual([]);
    expect(namesOf(policyOf(registry, view, 'customer:view_customer'))).toEqual(['customer__name', 'customer__region']);
    expect(namesOf(new Policy(root, registry))).toEqual(order.pathColumns.map(({ name }) => name));
    expect(order.pathColumns).toHaveLength(4);
  });

  it('are counts where the actor may view the counted rows, and their foreign key', () => {
    expect(namesOf(policyOf(registry, view, 'line:view_line'))).toEqual(['shop__Line__count']);
    expect(namesOf(policyOf(registry, view, 'line:change_line'))).toEqual([]);
  });

  it('are one list for each actor, and for models without any', () => {
    const policy = policyOf(registry, view);
    expect(policy.columns(order)).toBe(policy.columns(order));
    expect(new Policy(policy.actor, registry).columns(order)).toBe(policy.columns(order));
    expect(policy.columns(tag)).toBe(policyOf(registry).columns(log));
    expect(policy.columns(tag)).toEqual([]);
  });

  it('are shown as texts to those who may see them', () => {
    const [name] = order.pathColumns;
    const [send] = order.actions;
    if (!name || !send) throw new Error('There is no column, or no action.');
    const fields = [fieldOfColumn(name)];
    const plan = (job: 'texts' | 'show'): WritePlan => ({
      kind: 'action',
      model: order,
      action: send,
      chosen: { kind: 'keys', keys: [[7n]] },
      narrowing: everyRow,
      job: job === 'texts' ? { do: job, fields, isRaw: false, withKey: false, order: [] } : { do: job, fields },
    });
    const refusal = (job: 'texts' | 'show', ...permissions: string[]): string | undefined =>
      refusalOf(() => authorizeWrite(plan(job), policyOf(registry, view, 'order:change_order', ...permissions)))?.detail;
    expect(refusal('texts', 'customer:view_customer')).toBeUndefined();
    expect(refusal('texts')).toBe('shop.Order customer__name can not be shown.');
    expect(refusal('show', 'customer:view_customer')).toBe('shop.Order customer__name can not be shown.');
  });
});

describe('the fields of actions', () => {
  it('are those that the actor may view, without large ones', () => {
    const names = policyOf(registry, view)
      .actionFields(order)
      .map(({ name }) => name);
    expect(names).toContain('number');
    expect(names).not.toContain('margin');
    expect(names).not.toContain('sums');
  });

  it('of a log are those that are the same for every reader', () => {
    const policy = policyOf(registry, 'log:view_log');
    const parts = { ...fieldOf(log, 'diff'), detailOnly: true };
    const text = fieldOf(log, 'action');
    const redacted = { ...log, fields: [text, parts, { ...text, name: 'x', queryable: false }, { ...text, name: 'y', keyPrefix: 'k' }] };
    expect(policy.actionFields(redacted).map(({ name }) => name)).toEqual(['action']);
    const whole = { ...redacted, redact: undefined };
    expect(policy.actionFields(whole).map(({ name }) => name)).toEqual(['action', 'diff', 'x', 'y']);
  });
});

describe('a policy', () => {
  it('knows no model by a permission that stands apart', () => {
    const own = { codename: 'share_x', name: 'x', isAction: false };
    const policy = policyOf(registry, 'tag:share_x');
    expect(policy.knows({ ...tag, ownPermissions: [own] })).toBe(true);
    expect(policy.knows({ ...tag, ownPermissions: [{ ...own, isApart: true }] })).toBe(false);
  });

  it('ends at the earlier of two deadlines', () => {
    const policy = policyOf(registry);
    expect([policy.until(5).deadline, policy.until(5).until(9).deadline, policy.until(9).until(5).deadline]).toEqual([5, 5, 5]);
  });

  it('shows entries about saved views to superusers only', () => {
    expect(new Policy(root, registry).reader().fieldsOf(savedViewKey)).toBe(savedViewFields);
    expect(policyOf(registry, view).reader().fieldsOf(savedViewKey)).toBeNull();
  });
});

describe('rows that a write locks', () => {
  it('may each be a row of the result', () => {
    const rows = authorizeWrite(
      { kind: 'rows for write', model: order, right: 'change', keys: [[7n]], mode: 'lock' },
      new Policy(root, registry),
    );
    expect(apart(rows)).toEqual({ ...rows, plan: { ...rows.plan, isApart: true } });
  });
});
