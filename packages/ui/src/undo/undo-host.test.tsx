import type { ChangeSet } from '@grimoire/protocol';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { Notice } from '../layout/notice.tsx';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { field, schemaOf } from '../testing/schemas.ts';
import { UndoHost } from './undo-host.tsx';

// Its code is loaded when it is first shown: on a busy machine later than a test waits for it.
beforeAll(async () => {
  await import('./undoing.tsx');
});

const order = schemaOf('shop.Order', [field('status')]);

const set: ChangeSet = {
  id: 41,
  created_at: '2026-11-30T10:00:00Z',
  actor: 1,
  actor_repr: 'Ann',
  action: 'bulk_update',
  model: 'shop.Order',
  reason: null,
  rows: 3,
  complete: true,
  gaps: [],
  reversible: 'yes',
  why: null,
  undo_of: null,
  undone_by: null,
};
const preview = {
  dry_run: true,
  counts: [{ model: 'shop.Order', create: 0, update: 3, delete: 0 }],
  sample: [{ model: 'shop.Order', pk: 1, label: 'O1', op: 'update', diff: { status: ['paid', 'new'] } }],
  not_run: [],
  preview: 'p1',
  expires_at: '2026-11-30T10:10:00Z',
};
const undone = { change_set: 42, restored: 3, unchanged: 0, skipped: 0 };
const changed = { state: 'changed', by: 'Ben', at: '2026-11-30T09:50:00Z', change_set: 40 };
const conflict = { detail: 'No.', code: 'undo_conflict', rows: [{ model: 'shop.Order', pk: 1, fields: { status: changed } }], count: 1 };

type Body = Readonly<Record<string, unknown>>;

/** Asks for an undo. @param answer answers the requests for it */
function ask(answer: (body: Body) => { readonly status?: number; readonly body: unknown }, more: Partial<ChangeSet> = {}, isFresh = false) {
  const service = fakeService([order], {
    'GET changes/41/': () => ({ body: { ...set, ...more } }),
    'POST changes/41/undo/': (sent) => answer(sent.body as Body),
    'GET r/shop.Order/': () => ({ body: { count: 1, count_exact: true, next: null, previous: null, results: [{ id: 1, _label: 'O1' }] } }),
  });
  render(
    <MemoryRouter>
      <InDashboard service={service}>
        <Notice />
        <UndoHost />
      </InDashboard>
    </MemoryRouter>,
  );
  act(() => service.undos.ask({ changeSet: 41, isFresh }));
  return { service, sent: () => service.sent.filter(({ method }) => method === 'POST').map(({ body }) => body) };
}

const press = (name: string): boolean => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
const pressUndo = async (): Promise<boolean> =>
  fireEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Undo' }));

describe('an undo', () => {
  it('of one row that was changed a moment ago asks nothing, and can be undone itself', async () => {
    const { service, sent } = ask(() => ({ body: { ...undone, restored: 1 } }), { rows: 1 }, true);
    const message = await screen.findByRole('alert');
    expect(message.textContent).toContain('Undone: 1 row is as it was.');
    expect([sent(), screen.queryByRole('dialog')]).toEqual([[{}], null]);
    fireEvent.click(within(message).getByRole('button', { name: 'Undo' }));
    expect(service.undos.asked).toMatchObject({ changeSet: 42 });
  });

  it('of several rows shows what it would do, and does that', async () => {
    const { sent } = ask(({ dry_run: isDry }) => ({ body: isDry === true ? preview : undone }), {}, true);
    const window = await screen.findByRole('dialog', { name: 'Undo “Changed in bulk: orders”?' });
    await within(window).findByText('3 orders: changed back');
    expect(within(window).getByRole('list', { name: 'Rows' }).textContent).toContain('Status: paid → new');
    await pressUndo();
    await screen.findByText('Undone: 3 rows are as they were.');
    expect(sent()).toEqual([{ dry_run: true, reason: '-' }, { if_preview: 'p1' }]);
  });

  it('says what was changed since and by whom, and leaves that out if it is told to', async () => {
    const { sent } = ask(({ dry_run: isDry, only }) => {
      if (only === undefined) return { status: 409, body: conflict };
      return { body: isDry === true ? preview : { ...undone, restored: 2, skipped: 1 } };
    });
    await screen.findByText(/^Status was changed since by Ben, /);
    expect(screen.getByRole('link', { name: 'Change 40' }).getAttribute('href')).toBe('/changes/40');
    await screen.findByRole('link', { name: 'O1' });
    press('Undo the rest');
    await pressUndo();
    await screen.findByText('Undone: 2 rows are as they were. 1 row was left as it is.');
    expect(sent()).toEqual([
      { dry_run: true, reason: '-' },
      { only: 'untouched', dry_run: true, reason: '-' },
      { only: 'untouched', if_preview: 'p1' },
    ]);
  });

  it('offers no rest where every row was changed since', async () => {
    ask(() => ({ status: 409, body: conflict }), { rows: 1 });
    const window = await screen.findByRole('dialog');
    await within(window).findByText('Nothing was undone. These can’t be taken back:');
    expect(within(window).queryByRole('button', { name: 'Undo the rest' })).toBeNull();
  });

  it('shows again what it would do, once that has changed', async () => {
    let tries = 0;
    const { sent } = ask(({ dry_run: isDry, if_preview: token }) => {
      if (isDry === true) return { body: { ...preview, preview: `p${(tries += 1)}` } };
      return token === 'p1'
        ? { status: 409, body: { detail: 'Changed.', code: 'preview_changed', rows: [{ model: 'shop.Order', pk: 1 }] } }
        : { body: undone };
    });
    await pressUndo();
    await screen.findByText(/^Changed\./);
    expect(screen.getByText('This is what it would do now.')).toBeTruthy();
    await pressUndo();
    await screen.findByText('Undone: 3 rows are as they were.');
    expect(sent()).toEqual([{ dry_run: true, reason: '-' }, { if_preview: 'p1' }, { dry_run: true, reason: '-' }, { if_preview: 'p2' }]);
  });

  it('asks for a reason where the service demands one', async () => {
    const { sent } = ask(({ dry_run: isDry, reason }) => {
      if (isDry === true) return { body: preview };
      return reason === undefined ? { status: 400, body: { reason: ['Say why.'] } } : { body: undone };
    });
    await pressUndo();
    await screen.findByText('Say why.');
    await pressUndo();
    await screen.findByText('Required');
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: ' Wrong list ' } });
    await pressUndo();
    await waitFor(() => expect(sent().at(-1)).toEqual({ if_preview: 'p1', reason: 'Wrong list' }));
  });

  it.each<[Partial<ChangeSet>, string]>([
    [{ reversible: 'no', why: 'The money is sent.' }, 'The money is sent.'],
    [{ complete: false, reversible: 'no' }, 'Not all of this change was recorded. It can’t be undone.'],
    [{ undone_by: 50, reversible: 'no' }, 'It has been undone already.'],
  ])('that is not possible says why: %j', async (more, text) => {
    const { sent } = ask(() => ({ body: undone }), more);
    await screen.findByText(text);
    expect([sent(), within(screen.getByRole('dialog')).queryByRole('button', { name: 'Undo' })]).toEqual([[], null]);
  });

  it('of a service that tries nothing is asked about', async () => {
    const { sent } = ask(({ dry_run: isDry }) => (isDry === true ? { status: 400, body: { dry_run: ['Unknown.'] } } : { body: undone }));
    await screen.findByText('What it would change can’t be shown beforehand.');
    await pressUndo();
    await screen.findByText('Undone: 3 rows are as they were.');
    expect(sent()).toEqual([{ dry_run: true, reason: '-' }, {}]);
  });
});
