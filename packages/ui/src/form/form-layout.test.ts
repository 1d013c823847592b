import { describe, expect, it } from 'vitest';
import { field, schemaOf } from '../testing/schemas.ts';
import { type FormLayout, layoutOf } from './form-layout.ts';

const note = field('note', { type: 'TextField' });
const flag = (name: string) => field(name, { type: 'BooleanField', null: false });
const namesOf = ({ sections, aside }: FormLayout) => [
  ...sections.map(({ fields }) => fields.map(({ field: { name }, width }) => (width === 'half' ? name : `${name} ${width}`))),
  aside.map(({ name }) => name),
];

describe('the layout of a form', () => {
  it('without one in the config: what is not worked on is aside, switches leave no hole', () => {
    const id = field('id', { editable: false });
    // The database fills it.
    const created = field('born', { type: 'DateTimeField', null: false });
    const schema = schemaOf('shop.Order', [id, field('number'), flag('gift'), flag('open'), note, field('city'), flag('paid'), created]);
    expect(namesOf(layoutOf(schema, ({ editable }) => editable))).toEqual([
      ['number', 'gift', 'note full', 'city', 'open', 'paid'],
      ['id', 'born'],
    ]);
  });

  it('has no columns of related rows, which are of lists', () => {
    const related = field('city__name', { editable: false, related: 'value' });
    const schema = schemaOf('shop.Order', [field('number'), related]);
    expect(namesOf(layoutOf(schema, ({ editable }) => editable))).toEqual([['number'], []]);
  });

  it('of a row of which nothing is edited has its fields in the middle', () => {
    const schema = schemaOf('shop.Event', [field('id'), field('createdAt', { type: 'DateTimeField' }), field('pin', { write_only: true })]);
    expect(namesOf(layoutOf(schema, () => false))).toEqual([['id', 'createdAt'], ['pin']]);
  });

  it('is that of the config, without fields that the schema does not have', () => {
    const sections = [
      { title: 'Parcel', fields: [{ name: 'city', width: 'third' as const }, { name: 'secret' }, { name: 'note' }] },
      { title: 'More', collapsed: true, fields: [{ name: 'gift' }] },
    ];
    const schema = schemaOf('shop.Order', [field('id'), field('city'), note, flag('gift')], {
      form: { tabs: [], sections, aside: ['id', 'secret'] },
    });
    const layout = layoutOf(schema, () => true);
    expect(namesOf(layout)).toEqual([['city third', 'note full'], ['gift'], ['id']]);
    expect(layout.sections.map(({ title, isCollapsed }) => [title, isCollapsed])).toEqual([
      ['Parcel', false],
      ['More', true],
    ]);
  });
});
