import { fireEvent, render, screen, within } from '@testing-library/react';
import { Form } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { field } from '../testing/schemas.ts';
import { MarkedInput } from './marked-input.tsx';

const edit = (name: string, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const changed = () =>
  screen.queryAllByRole('group', { name: 'Changed' }).map((group) => within(group).getByRole('textbox').getAttribute('name'));

function open(record: { readonly id: number; readonly note: string | null; readonly city: string }) {
  render(
    <InDashboard service={fakeService([])}>
      <Form record={record}>
        <MarkedInput field={field('note')} />
        <MarkedInput field={field('city')} />
      </Form>
    </InDashboard>,
  );
}

describe('the mark of a changed input', () => {
  it('is there while the value differs from the stored one', () => {
    open({ id: 1, note: null, city: 'Oslo' });
    expect(changed()).toEqual([]);
    edit('City', 'Bergen');
    edit('Note', 'Hello');
    expect(changed()).toEqual(['note', 'city']);
    edit('City', 'Oslo');
    edit('Note', '');
    expect(changed()).toEqual([]);
  });
});
