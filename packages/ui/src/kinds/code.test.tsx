import type { FieldSchema } from '@grimoire/protocol';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form, SaveButton } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { FieldInput } from '../form/field-input.tsx';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { field } from '../testing/schemas.ts';

function formWith(one: FieldSchema, value: unknown): { readonly sent: unknown[] } {
  const sent: unknown[] = [];
  render(
    <InDashboard service={fakeService([])}>
      <Form record={{ id: 1, it: value }} onSubmit={(values: unknown) => void sent.push(values)}>
        <FieldInput field={one} />
        <SaveButton alwaysEnable />
      </Form>
    </InDashboard>,
  );
  return { sent };
}

/** The editor, once it is loaded in the place of a plain text. */
async function loaded(): Promise<HTMLElement> {
  return waitFor(() => {
    const editor = screen.getByRole('textbox', { name: 'It' });
    expect(editor.hasAttribute('contenteditable')).toBe(true);
    return editor;
  });
}

describe('the editor of code', () => {
  it('has the name of its field, and its text', async () => {
    formWith(field('it', { widget: { kind: 'code', language: 'sql' } }), 'select 1');
    expect((await loaded()).textContent).toBe('select 1');
  });

  it('shows JSON in lines, and lets long numbers be as they are', async () => {
    const { sent } = formWith(field('it', { type: 'JSONField' }), { big: 2 ** 64 });
    const editor = await loaded();
    expect(editor.getAttribute('contenteditable')).toBe('false');
    expect(screen.getByText('It holds numbers that are too large to be changed here exactly.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));
    await waitFor(() => expect(sent).toEqual([{ id: 1, it: { big: 2 ** 64 } }]));
  });
});
