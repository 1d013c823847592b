import type { FieldSchema } from '@grimoire/protocol';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form, SaveButton } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { FieldInput } from '../form/field-input.tsx';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { field } from '../testing/schemas.ts';

function Discard() {
  const { reset } = useFormContext();
  return (
    <button type="button" onClick={() => reset()}>
      Discard
    </button>
  );
}

function formWith(value: unknown): { readonly sent: unknown[]; readonly input: HTMLInputElement } {
  const sent: unknown[] = [];
  render(
    <InDashboard service={fakeService([])}>
      <Form record={{ id: 1, tags: value }} onSubmit={({ tags }: { tags?: unknown }) => void sent.push(tags)}>
        <FieldInput field={field('tags', { type: 'ArrayField' })} />
        <SaveButton alwaysEnable />
        <Discard />
      </Form>
    </InDashboard>,
  );
  return { sent, input: screen.getByRole<HTMLInputElement>('combobox', { name: 'Tags' }) };
}

const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));
const chips = () => Array.from(document.querySelectorAll('.MuiChip-label'), ({ textContent }) => textContent);

describe('the input of a list', () => {
  it('offers the choices of its elements', async () => {
    const sent: unknown[] = [];
    const choices: NonNullable<FieldSchema['item_choices']> = [
      ['in_progress', 'In progress'],
      ['done', 'Done'],
    ];
    render(
      <InDashboard service={fakeService([])}>
        <Form record={{ id: 1, tags: ['done'] }} onSubmit={({ tags }: { tags?: unknown }) => void sent.push(tags)}>
          <FieldInput field={field('tags', { type: 'ArrayField', item_choices: choices })} />
          <SaveButton alwaysEnable />
        </Form>
      </InDashboard>,
    );
    expect(chips()).toEqual(['Done']);
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Tags' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Tags' }), { target: { value: 'in p' } });
    fireEvent.click(screen.getByRole('option', { name: 'In progress' }));
    save();
    await waitFor(() => expect(sent).toEqual([['done', 'in_progress']]));
  });

  it('has what is typed, whether or not it was made a member', async () => {
    const { sent, input } = formWith(['a']);
    type(input, 'b');
    expect([chips(), input.value]).toEqual([['a'], 'b']);
    // As Ctrl+S does, while the input has the focus.
    save();
    await waitFor(() => expect(sent).toEqual([['a', 'b']]));
    fireEvent.keyDown(input, { key: 'Enter' });
    expect([chips(), input.value]).toEqual([['a', 'b'], '']);
    type(input, 'c');
    fireEvent.keyUp(screen.getByRole('button', { name: 'a' }), { key: 'Delete' });
    save();
    await waitFor(() => expect(sent.at(-1)).toEqual(['b', 'c']));
    type(input, ' ');
    save();
    await waitFor(() => expect(sent.at(-1)).toEqual(['b']));
  });

  it('is as it was where what was typed is taken back', async () => {
    const { sent, input } = formWith(null);
    type(input, 'b');
    type(input, '');
    save();
    await waitFor(() => expect(sent).toEqual([null]));
    type(input, 'b');
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect([chips(), input.value]).toEqual([[], '']);
  });
});
