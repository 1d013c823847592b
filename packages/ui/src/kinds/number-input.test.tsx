import type { FieldSchema } from '@grimoire/protocol';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form, SaveButton } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { FieldInput } from '../form/field-input.tsx';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { field } from '../testing/schemas.ts';

const price = field('price', { type: 'DecimalField', widget: { kind: 'money', currency: { field: 'currency' } } });

/** A form with these fields; `sent` gets what it would send. */
function formWith(fields: readonly FieldSchema[], record: Readonly<Record<string, unknown>>): { readonly sent: unknown[] } {
  const sent: unknown[] = [];
  render(
    <InDashboard service={fakeService([])}>
      <Form record={{ id: 1, ...record }} onSubmit={(values: unknown) => void sent.push(values)}>
        {fields.map((one) => (
          <FieldInput key={one.name} field={one} />
        ))}
        <SaveButton alwaysEnable />
      </Form>
    </InDashboard>,
  );
  return { sent };
}

function enter(name: string, value: string): HTMLInputElement {
  const input = screen.getByRole<HTMLInputElement>('textbox', { name });
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
  return input;
}

const save = () => fireEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));

describe('the input of a number', () => {
  it('keeps what is entered, and sends what it means', async () => {
    const { sent } = formWith([price], { price: '1.00' });
    const input = enter('Price', '1,234.50');
    expect(input.value).toBe('1,234.50');
    save();
    await waitFor(() => expect(sent).toEqual([{ id: 1, price: '1234.50' }]));
  });

  it('sends nothing that may be one of two numbers, and says so', async () => {
    const { sent } = formWith([price], { price: '1.00' });
    const input = enter('Price', '1,234');
    expect(await screen.findByText('1,234 may be 1234 or 1.234: write one of these.')).toBeTruthy();
    expect(input.getAttribute('aria-invalid')).toBe('true');
    save();
    // What is refused gets the focus.
    await waitFor(() => expect(document.activeElement).toBe(input));
    expect(sent).toEqual([]);
    enter('Price', '1234');
    save();
    await waitFor(() => expect(sent).toEqual([{ id: 1, price: '1234' }]));
  });

  it('is the value that was served where it is entered as it was', async () => {
    const { sent } = formWith([field('ratio', { type: 'FloatField' })], { ratio: 0.5 });
    enter('Ratio', '0.7');
    enter('Ratio', '0.5');
    save();
    await waitFor(() => expect(sent).toEqual([{ id: 1, ratio: 0.5 }]));
  });

  it('is an amount where the service has whole numbers of minor units', async () => {
    const total = field('total', { type: 'IntegerField', widget: { kind: 'money', currency: 'EUR', minorUnits: 2 } });
    const { sent } = formWith([total], { total: 1234 });
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Total' }).value).toBe('12.34');
    enter('Total', '1,020.5');
    save();
    await waitFor(() => expect(sent).toEqual([{ id: 1, total: '102050' }]));
    enter('Total', '12.34');
    save();
    await waitFor(() => expect(sent[1]).toEqual({ id: 1, total: 1234 }));
  });

  it('is null where it is emptied', async () => {
    const { sent } = formWith([field('ratio', { type: 'FloatField' })], { ratio: 0.5 });
    enter('Ratio', ' ');
    save();
    await waitFor(() => expect(sent).toEqual([{ id: 1, ratio: null }]));
  });

  it('shows the currency of its row, also once that is another one', async () => {
    formWith([price, field('currency')], { price: '1.00', currency: 'EUR' });
    expect(await screen.findByText('EUR')).toBeTruthy();
    enter('Currency', 'SEK');
    expect(await screen.findByText('SEK')).toBeTruthy();
  });
});
