import { defineAdmin, model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const setup = `CREATE TABLE parcel (id varchar(8) PRIMARY KEY, number varchar(20) NOT NULL, status varchar(20) NOT NULL, cost integer, note text,
  created_at varchar(30))`;

const config = {
  fields: { cost: { view: 't.view_cost' }, created_at: { readonly: true } },
  form: {
    tabs: ['Details', 'Money'],
    sections: [
      { title: 'Parcel', help: 'As on the label.', fields: ['number', { name: 'note', width: 'full' }] },
      { title: 'Money', tab: 'Money', collapsed: true, fields: ['cost'] },
    ],
    aside: ['created_at'],
  },
} as const;

describe.each(dialects)('the layout of a form, on %s', (dialect) => {
  it('is in the schema, with only the fields that the user may see', async () => {
    const { service, root } = await serviceOfTest(startService({ dialect, setup, models: [model('parcel', 't.Parcel', config)] }));
    const parcel = {
      title: 'Parcel',
      help: 'As on the label.',
      tab: 'Details',
      fields: [{ name: 'number' }, { name: 'note', width: 'full' }],
    };
    // What the layout does not name follows, so that nothing is lost.
    const rest = { tab: 'Details', fields: [{ name: 'id' }, { name: 'status' }] };
    expect((await root.get('/schema/t.Parcel/')).body.form).toEqual({
      tabs: ['Details', 'Money'],
      sections: [parcel, { title: 'Money', tab: 'Money', collapsed: true, fields: [{ name: 'cost' }] }, rest],
      aside: ['created_at'],
    });
    const viewer = await service.user({ username: 'viewer', permissions: ['t.parcel:view_parcel'] });
    expect((await viewer.get('/schema/t.Parcel/')).body.form).toEqual({
      tabs: ['Details'],
      sections: [parcel, rest],
      aside: ['created_at'],
    });
    const other = await service.user({ username: 'other', permissions: ['t.parcel:add_parcel'] });
    expect((await other.get('/schema/t.Parcel/')).body.form).toBeUndefined();
  });

  it('is left out where the config sets none; fields that are not edited are beside a form that does not name them', async () => {
    const models = (form?: object) => [model('parcel', 't.Parcel', { readonlyFields: ['created_at', 'cost'], ...(form ? { form } : {}) })];
    const { root: plain } = await serviceOfTest(startService({ dialect, setup, models: models() }));
    expect((await plain.get('/schema/t.Parcel/')).body).not.toHaveProperty('form');
    const { root } = await serviceOfTest(startService({ dialect, setup, models: models({ sections: [{ fields: ['cost'] }] }) }));
    expect((await root.get('/schema/t.Parcel/')).body.form).toEqual({
      tabs: [],
      sections: [{ fields: [{ name: 'cost' }] }, { fields: ['id', 'number', 'status', 'note'].map((name) => ({ name })) }],
      aside: ['created_at'],
    });
  });

  const section = { title: 'One', fields: ['number'] };
  it.each([
    ['an unknown option', { section: [] }, /E060 t\.Parcel form: .*"section" is none\. Did you mean "sections"\?/],
    ['no list of sections', { sections: section }, /E061 t\.Parcel form\.sections: .*no list/],
    ['an unknown option of a section', { sections: [{ ...section, colapsed: true }] }, /E060 t\.Parcel form\.sections\[0\]: .*"collapsed"/],
    ['a section without fields', { sections: [{ title: 'One' }] }, /E061 t\.Parcel form\.sections\[0\]: .*`fields` is missing/],
    ['an unknown width', { sections: [{ fields: [{ name: 'number', width: 'wide' }] }] }, /E061 t\.Parcel form\.sections\[0\] fields/],
    [
      'an unknown field',
      { sections: [{ fields: ['nmber'] }] },
      /E010 t\.Parcel form\.sections\[0\]: .*"nmber" is none\. Did you mean "number"\?/,
    ],
    ['an unknown field aside', { aside: ['nmber'] }, /E010 t\.Parcel form aside: .*Did you mean "number"\?/],
    ['a hidden field', { sections: [{ fields: ['status'] }] }, /E014 t\.Parcel form\.sections\[0\]: .*"status" is/],
    ['a field twice', { sections: [section], aside: ['number'] }, /E038 t\.Parcel form aside: .*"number" stands twice/],
    [
      'a tab that is not declared',
      { sections: [{ ...section, tab: 'Mony' }], tabs: ['Money'] },
      /E038 .*"Mony" is none of its tabs\. Did you mean "Money"\?/,
    ],
    ['a tab without tabs', { sections: [{ ...section, tab: 'Money' }] }, /E038 t\.Parcel form\.sections\[0\]: .*Name it in `tabs`/],
    ['a tab twice', { tabs: ['Money', 'Money'] }, /E038 t\.Parcel form tabs: .*"Money" stands twice/],
    ['a closed section that nothing opens', { sections: [{ fields: ['number'], collapsed: true }] }, /E038 .*collapsed and has no title/],
  ])('is refused at start: %s', async (_, form, message) => {
    const { service } = await serviceOfTest(startService({ dialect, setup }));
    const fields = { status: { hidden: true } };
    const admin = defineAdmin({ database: service.database.source(), models: [model('parcel', 't.Parcel', { fields, form } as object)] });
    await expect(admin.ready()).rejects.toThrow(message);
    await admin.close();
  });
});
