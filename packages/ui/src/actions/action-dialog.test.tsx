import type { ActionSchema } from '@grimoire/protocol';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { field, schemaOf } from '../testing/schemas.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { Target } from './run-action.ts';

const ring: ActionSchema = {
  name: 'ring',
  key: 'ring',
  label: 'Ring the bell',
  destructive: false,
  scope: 'toolbar',
  kind: 'server',
  allowed: true,
};
const push: ActionSchema = { ...ring, name: 'push', key: 'push', label: 'Send push', params: [field('message')] };
const schema = schemaOf('shop.Customer', [field('id')]);

// Its code is loaded when it is first shown: on a busy machine later than a test waits for it.
beforeAll(async () => {
  await import('./question.tsx');
});

/** Chooses an action on a target. */
function choose(action: ActionSchema, target: Target, link?: string) {
  const service = fakeService([schema], {
    [`POST r/shop.Customer/action/${action.key}/`]: () => ({ body: { message: 'Done.', ...(link === undefined ? {} : { link }) } }),
  });
  const onClose = vi.fn<() => void>();
  render(
    <MemoryRouter>
      <InDashboard service={service}>
        <ActionDialog schema={schema} action={action} target={target} onClose={onClose} onDone={() => undefined} />
      </InDashboard>
    </MemoryRouter>,
  );
  return { onClose, runs: () => service.sent.filter(({ method }) => method === 'POST').map(({ body }) => body) };
}

const unlimited = 'It takes no rows of this list: filters, search and ticks do not limit it.';

describe('an action that takes no rows', () => {
  it('says in its window that the list does not limit it, and keeps what is entered at a click beside it', async () => {
    const { onClose, runs } = choose(push, { kind: 'none', isListNarrowed: false });
    await screen.findByText(unlimited);
    fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: 'Hello' } });
    const beside = document.querySelector('.MuiDialog-container') as Element;
    // The keyboard stays in the input.
    expect(fireEvent.mouseDown(beside)).toBe(false);
    fireEvent.click(beside);
    await screen.findByText(/^What you entered is still here\./);
    expect([onClose.mock.calls.length, runs()]).toEqual([0, []]);
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Message' }), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('asks before it runs where the list shows a part of the rows, or has ticks', async () => {
    const { runs } = choose(ring, { kind: 'none', isListNarrowed: true });
    await screen.findByText(unlimited);
    expect(runs()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Ring the bell' }));
    await waitFor(() => expect(runs()).toHaveLength(1));
  });

  it('runs at once beside a list of all rows', async () => {
    const { runs } = choose(ring, { kind: 'none', isListNarrowed: false });
    await waitFor(() => expect(runs()).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('an action on all rows that match', () => {
  it('says how many they are', async () => {
    const { runs } = choose(ring, { kind: 'all', filter: { name: 'Mü' }, count: 6, isExact: true });
    await screen.findByText('It runs on all 6 customers that match.');
    expect(runs()).toEqual([]);
  });
});

describe('an action that answers with a link', () => {
  it('has it opened, if its host is allowed', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    choose(ring, { kind: 'rows', ids: [1] }, 'https://pay.example.com/p/1');
    await waitFor(() => expect(open).toHaveBeenCalledWith('https://pay.example.com/p/1', '_blank', 'noopener,noreferrer'));
    open.mockRestore();
  });
});
