import { describe, expect, it } from 'vitest';
import { modelOf, shopOf } from '../test-models/models.ts';
import type { Model } from './model.ts';
import { rowHelpers, textHelpers } from './row-helpers.ts';

const registry = shopOf();
const order = modelOf(registry, 'shop.Order');
const named = (model: Model): string[] => rowHelpers(model, model.fields).map(({ name }) => name);

describe('the helpers of a row', () => {
  it('are the label, and what stands beside its choices and foreign keys, but not beside many-to-many fields', () => {
    expect(named(order)).toEqual(['_label', 'customer_label', 'status_display', 'customer_fields']);
  });

  it('have the key where no field named `id` has it', () => {
    expect(named(modelOf(registry, 'shop.Line')).slice(0, 3)).toEqual(['pk', 'id', '_label']);
  });

  it('are those of the fields that the row has, without the names of real fields', () => {
    const status = order.fieldByName.get('status');
    if (!status) throw new Error('The shop has changed.');
    expect(rowHelpers(order, [status]).map(({ name }) => name)).toEqual(['_label', 'status_display']);
    const taken = new Map([...order.fieldByName, ['status_display', status]]);
    expect(textHelpers({ ...order, fieldByName: taken }, status)).toEqual([]);
  });
});
