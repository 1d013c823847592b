import { type FieldSchema, fieldTypeNames } from '@grimoire/protocol';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { Form } from 'react-admin';
import { describe, expect, it } from 'vitest';
import type { Service } from '../session/service.ts';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { field, schemaOf } from '../testing/schemas.ts';
import { FieldInput } from './field-input.tsx';

const noRows = {
  'GET r/shop.Tag/': () => ({ body: { count: 0, next: null, previous: null, results: [] } }),
  'GET r/shop.Tag/autocomplete/': () => ({ body: { results: [], has_more: false } }),
};
const tag = schemaOf('shop.Tag', [field('name')], { verbose_name: 'label' });

interface AloneProps {
  readonly service: Service;
  readonly one: FieldSchema;
  readonly name?: string;
}

function Alone({ service, one, name = 'form' }: AloneProps) {
  return (
    <section aria-label={name}>
      <InDashboard service={service}>
        <Form>
          <FieldInput field={one} />
        </Form>
      </InDashboard>
    </section>
  );
}

describe('the input of a field', () => {
  it.each(fieldTypeNames)('is mounted alone: %s', async (type) => {
    const service = fakeService([tag], noRows);
    render(<Alone service={service} one={field('it', { type, related_model: 'shop.Tag' })} />);
    const inputs = await screen.findAllByText('It');
    expect(inputs.length).toBeGreaterThan(0);
  });

  it('hides what is written where the schema says so, and nowhere else', () => {
    const service = fakeService([]);
    const { unmount } = render(<Alone service={service} one={field('code', { widget: { kind: 'password' } })} />);
    expect(screen.getByLabelText('Code').getAttribute('type')).toBe('password');
    unmount();
    render(<Alone service={service} one={field('password_policy')} />);
    expect(screen.getByRole('textbox', { name: 'Password_policy' }).getAttribute('type')).toBe('text');
  });

  it('shows a status by its tone, and other choices as text', () => {
    const service = fakeService([]);
    const status: FieldSchema['choices'] = [
      ['paid', 'Paid'],
      ['late', 'Overdue'],
    ];
    const { unmount } = render(<Alone service={service} one={field('status', { choices: status, default: 'late' })} />);
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Status' }));
    const tones = screen.getAllByRole('option').map((option) => option.querySelector('[data-tone]')?.getAttribute('data-tone'));
    expect(tones.filter(Boolean)).toEqual(['good', 'warning']);
    unmount();
    render(
      <Alone
        service={service}
        one={field('size', {
          choices: [
            ['s', 'Small'],
            ['l', 'Large'],
          ],
        })}
      />,
    );
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Size' }));
    expect(screen.getByRole('option', { name: 'Small' }).querySelector('[data-tone]')).toBeNull();
  });

  it('leaves out an empty field whose default is not known before, and says so', () => {
    const service = fakeService([]);
    const flag = field('active', { type: 'BooleanField', null: false, has_default: true });
    const { unmount } = render(<Alone service={service} one={flag} />);
    // Neither yes nor no.
    expect(screen.getByRole('combobox', { name: 'Active' }).textContent).not.toMatch(/Yes|No/);
    expect(screen.getByText('If it is empty, it gets its default.')).toBeTruthy();
    unmount();
    const active = field('active', { type: 'BooleanField', null: false, default: true, help_text: 'May sign in.' });
    render(<Alone service={service} one={active} />);
    expect(screen.getByRole('switch', { name: 'Active' })).toBeTruthy();
    expect(screen.queryByText(/gets its default/)).toBeNull();
  });

  it('takes a widget that it does not know for what the type says', () => {
    const one = field('it', { widget: { kind: 'hologram' } as unknown as NonNullable<FieldSchema['widget']> });
    render(<Alone service={fakeService([])} one={one} />);
    expect(screen.getByRole('textbox', { name: 'It' })).toBeTruthy();
  });

  it('stands twice on one page, each in a dashboard of its own', async () => {
    const one = field('owner', { type: 'ForeignKey', related_model: 'shop.Tag' });
    const theirs = schemaOf('shop.Tag', [], {
      verbose_name: 'tag',
      permissions: { view: false, add: false, change: false, delete: false },
    });
    const [first, second] = [fakeService([tag], noRows), fakeService([theirs])];
    render(
      <>
        <Alone service={first} one={one} name="first" />
        <Alone service={second} one={one} name="second" />
      </>,
    );
    // A user who may view the related model gets a picker; other users get an input for the key.
    expect(await within(screen.getByRole('region', { name: 'first' })).findByRole('combobox', { name: 'Owner' })).toBeTruthy();
    const other = within(screen.getByRole('region', { name: 'second' }));
    expect(await other.findByText('The key of the tag.')).toBeTruthy();
    expect(other.queryByRole('combobox')).toBeNull();
    fireEvent.change(other.getByRole('textbox', { name: 'Owner' }), { target: { value: '12' } });
    expect(within(screen.getByRole('region', { name: 'first' })).getByRole<HTMLInputElement>('combobox').value).toBe('');
    expect([first, second].map(({ sent }) => sent.filter(({ path }) => path === 'schema/').length)).toEqual([1, 1]);
  });
});
