import { describe, expect, it } from 'vitest';
import { choiceText } from '../cells/value-text.ts';
import { field, schemaOf } from '../testing/schemas.ts';
import { readableSchema } from './audit-log.ts';

const choices = [
  ['update', 'update'],
  ['action:refund', 'Refund'],
] as const;

describe('the schema of the audit log', () => {
  it('has words for what the service records, and keeps the labels of actions and all values', () => {
    const diff = field('diff', { widget: { kind: 'changes', model: 'model_label' } });
    const { fields } = readableSchema(schemaOf('a.Log', [field('action', { choices }), field('model_label'), field('ip'), diff]));
    const [action, model, ip] = fields;
    expect(action?.choices).toEqual([
      ['update', 'Changed'],
      ['action:refund', 'Refund'],
    ]);
    expect([model?.widget, ip]).toEqual([{ kind: 'model' }, field('ip')]);
    expect(action && choiceText(action, { action: 'update', action_display: 'update' })).toBe('Changed');
    // An entry of a version that recorded something else.
    expect(action && choiceText(action, { action: 'moved', action_display: 'moved house' })).toBe('moved house');
  });

  it('is that of no other model', () => {
    const schema = schemaOf('shop.Order', [field('action', { choices })]);
    expect(readableSchema(schema)).toBe(schema);
  });
});
