import { defineAdmin, model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const setup = `CREATE TABLE parcel (id integer PRIMARY KEY, status varchar(20) NOT NULL, is_gift boolean NOT NULL, cost integer, greeting text, data json,
  pin varchar(9))`;
const choices = ['open', 'sent'];

describe.each(dialects)('the conditions of fields in forms, on %s', (dialect) => {
  it('are in the schema, without those about fields that the user may not see; they are no right', async () => {
    const fields = {
      status: { choices },
      cost: { view: 't.view_cost' },
      greeting: { visibleWhen: { is_gift: true, status: choices }, readOnlyWhen: { cost: [null, 0] } },
    };
    const { service, root } = await serviceOfTest(startService({ dialect, setup, models: [model('parcel', 't.Parcel', { fields })] }));
    const greetingOf = async (client: typeof root) =>
      (await client.get('/schema/t.Parcel/')).body.fields.find(({ name }: { name: string }) => name === 'greeting');
    const visible = { visible_when: { is_gift: [true], status: choices } };
    expect(await greetingOf(root)).toMatchObject({ ...visible, readonly_when: { cost: [null, 0] } });
    const viewer = await service.user({ username: 'viewer', permissions: ['t.parcel:view_parcel'] });
    expect(await greetingOf(viewer)).toMatchObject(visible);
    expect(await greetingOf(viewer)).not.toHaveProperty('readonly_when');
    const row = { id: 1, status: 'open', is_gift: false, greeting: 'Hello' };
    expect((await root.post('/r/t.Parcel/', row)).status).toBe(201);
    expect((await root.get('/r/t.Parcel/1/')).body).toMatchObject(row);
  });

  it.each([
    ['an unknown field', { visibleWhen: { is_gft: true } }, /E010 t\.Parcel fields\.greeting visibleWhen: .*Did you mean "is_gift"\?/],
    ['a hidden field', { readOnlyWhen: { pin: '1' } }, /E014 t\.Parcel fields\.greeting readOnlyWhen: .*"pin" is/],
    ['the field itself', { visibleWhen: { greeting: 'Hello' } }, /E039 .*about the field itself/],
    ['a field of many values', { visibleWhen: { data: null } }, /E039 .*"data" is a JSONField/],
    ['no choice', { visibleWhen: { status: ['open', 'snt'] } }, /E039 .*"snt" is no value of "status"\. Did you mean "sent"\?/],
    ['no boolean', { visibleWhen: { is_gift: 'yes' } }, /E039 .*"yes" is no value of "is_gift"/],
    ['a boolean that is none', { visibleWhen: { cost: true } }, /E039 .*"true" is no value of "cost"/],
    ['no number', { visibleWhen: { cost: 'much' } }, /E039 .*"much" is no value of "cost"/],
    ['no values', { visibleWhen: { status: [] } }, /E061 t\.Parcel fields\.greeting visibleWhen/],
    ['a function', { visibleWhen: () => true }, /E061 t\.Parcel fields\.greeting visibleWhen/],
  ])('are refused at start: %s', async (_, condition, message) => {
    const { service } = await serviceOfTest(startService({ dialect, setup }));
    const fields = { status: { choices }, pin: { hidden: true }, greeting: condition };
    const admin = defineAdmin({ database: service.database.source(), models: [model('parcel', 't.Parcel', { fields } as object)] });
    await expect(admin.ready()).rejects.toThrow(message);
    await admin.close();
  });
});
