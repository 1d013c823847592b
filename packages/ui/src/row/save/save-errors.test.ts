import { ApiError, type Problem } from '@grimoire/client';
import { describe, expect, it } from 'vitest';
import { Attempts } from '../../form/attempt.ts';
import { field, schemaOf } from '../../testing/schemas.ts';
import { saveErrors } from './save-errors.ts';
import type { Save } from './save-row.ts';

const inline = { model: 'shop.Line', fk_field: 'order', verbose_name: 'line' };
const line = schemaOf('shop.Line', [field('order'), field('product')]);
const save: Save = {
  schema: schemaOf('shop.Order', [field('number')], { inlines: [inline] }),
  values: { number: 'A', _inlines: [{ rows: [{ product: 'tea' }, { product: '' }] }] },
  children: [{ inline, schema: line, rows: [], total: 0 }],
  attempts: new Attempts(),
};
const inputs = new Set(['number', '_inlines.0.rows.*.product']);

function invalid(more: object): ApiError {
  return new ApiError({ kind: 'invalid', detail: 'Not valid.', fields: {}, ...more } as unknown as Problem, 0);
}

describe('what a form says of a save that failed', () => {
  it('stands at the input that it is about', () => {
    expect(saveErrors(invalid({ fields: { number: ['Taken.'] } }), save, inputs)).toEqual({ number: 'Taken.' });
  });

  it('stands above all where there is no input for it', () => {
    const errors = saveErrors(invalid({ fields: { hidden: ['Wrong.'], non_field_errors: ['Not now.'] } }), save, inputs);
    expect(errors).toEqual({ root: { serverError: 'Not now. hidden: Wrong.' } });
  });

  it('stands in the line of the inline that it is about', () => {
    const operations = { 0: { number: ['Taken.'] }, 2: { product: ['Required.'], order: ['No.'] } };
    expect(saveErrors(invalid({ operations }), save, inputs)).toEqual({
      number: 'Taken.',
      '_inlines.0.rows.1.product': 'Required.',
      root: { '_inlines.0.rows.1': 'Order: No.' },
    });
  });

  it('is said of the whole where the service could not be reached', () => {
    const error = new ApiError({ kind: 'unreachable', detail: 'x' } as unknown as Problem, 0);
    expect(saveErrors(error, save, inputs)).toEqual({ root: { serverError: 'The service could not be reached. Are you online?' } });
  });
});
