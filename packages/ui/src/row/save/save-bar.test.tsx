import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form, Notification, useNotify } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { FieldInput } from '../../form/field-input.tsx';
import { Notice } from '../../layout/notice.tsx';
import { fakeService, InDashboard } from '../../testing/fake-service.tsx';
import { field } from '../../testing/schemas.ts';
import { SaveBar } from './save-bar.tsx';

const status = field('status', {
  choices: [
    ['paid', 'Paid'],
    ['sent', 'Sent'],
  ],
});

/** A page that says something until it is closed. */
function Said() {
  const notify = useNotify();
  return (
    <button type="button" onClick={() => notify('The order is saved.', { type: 'success', autoHideDuration: null })}>
      Say
    </button>
  );
}

describe('Ctrl S', () => {
  it('saves what was just chosen, and says that nothing is saved where a menu is open', async () => {
    const submit = vi.fn<(values: object) => void>();
    render(
      <MemoryRouter>
        <InDashboard service={fakeService([])}>
          <Form onSubmit={submit} defaultValues={{ status: 'paid' }}>
            <FieldInput field={status} />
            <SaveBar isEditing onChoose={() => undefined} />
            <Said />
          </Form>
          <Notice />
        </InDashboard>
      </MemoryRouter>,
    );
    const press = (): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key: 's', ctrlKey: true });
    fireEvent.click(screen.getByRole('button', { name: 'Say' }));
    await screen.findByText('The order is saved.');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Status' }));
    const sent = await screen.findByRole('option', { name: 'Sent' });
    // The browser would save the page.
    expect(press()).toBe(false);
    // In place of what was said before.
    await screen.findByText('Not saved: first close what is open above the form.');
    expect(screen.queryByText('The order is saved.')).toBeNull();
    expect(submit).not.toHaveBeenCalled();
    fireEvent.click(sent);
    press();
    await waitFor(() => expect(submit.mock.calls.map(([values]) => values)).toEqual([{ status: 'sent' }]));
  });

  it('is for the form beside this one, which has taken it', async () => {
    const submit = vi.fn<() => void>();
    render(
      <MemoryRouter>
        <InDashboard service={fakeService([])}>
          <div role="presentation" data-testid="beside" onKeyDown={(event) => event.preventDefault()} />
          <Form onSubmit={submit} defaultValues={{ status: 'paid' }}>
            <SaveBar isEditing onChoose={() => undefined} />
          </Form>
          <Notification />
        </InDashboard>
      </MemoryRouter>,
    );
    fireEvent.keyDown(screen.getByTestId('beside'), { key: 's', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
    expect(screen.queryByText(/^Not saved/)).toBeNull();
  });
});
