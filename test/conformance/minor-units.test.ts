import { defineAdmin, model } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dialects } from '../support/databases.ts';
import { clientOf, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

describe.each(dialects)('money in minor units on %s', (dialect) => {
  const setup =
    'CREATE TABLE bill (id integer PRIMARY KEY, total_cents integer, "feeCents" bigint, paid_cents numeric(9, 2), cents_rule varchar(9));';
  const { service, root } = serviceForAll(() => startService({ dialect, setup }));
  const adminOf = (fields: object = {}) => {
    const models = [model('bill', 'shop.Bill', { fields })];
    return defineAdmin({ database: service.database.source(), models, settings: { logger: pino({ level: 'silent' }) } });
  };
  const money = { widget: { kind: 'money', currency: 'EUR', minorUnits: 2 } };

  it('is noted at start where a whole number is called so, and the config says nothing of it', async () => {
    const noted = async (admin: ReturnType<typeof adminOf>): Promise<string | undefined> => {
      onTestFinished(() => admin.close());
      await admin.operations.migrate();
      return (await admin.operations.notes()).find((note) => note.includes('cents'));
    };
    expect(await noted(adminOf())).toMatch(/^By their names these are money in cents: shop\.Bill total_cents, shop\.Bill feeCents\. /);
    expect(await noted(adminOf({ total_cents: money, feeCents: money }))).toBeUndefined();
  });

  it('is described for dashboards, and stays a whole number in the API', async () => {
    const admin = adminOf({ total_cents: money });
    onTestFinished(() => admin.close());
    await admin.operations.migrate();
    const client = clientOf(admin, root.token);
    const { fields } = (await client.get('/schema/shop.Bill/')).body;
    expect(fields.find((field: any) => field.name === 'total_cents')).toMatchObject({ type: 'IntegerField', ...money });
    expect((await client.post('/r/shop.Bill/', { id: 1, total_cents: 1234 })).body.total_cents).toBe(1234);
  });

  it.each([
    ['paid_cents', money],
    ['total_cents', { widget: { ...money.widget, minorUnits: 0 } }],
  ])('is refused of %s with %j', async (name, option) => {
    const admin = adminOf({ [name]: option });
    onTestFinished(() => admin.close());
    await expect(admin.ready()).rejects.toThrow(/minorUnits/);
  });
});
