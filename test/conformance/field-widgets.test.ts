import { action, ConfigurationError, defineAdmin, model } from 'grimoire';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Client, startService, type TestService } from '../support/service.ts';

const setup =
  'CREATE TABLE safe (id integer PRIMARY KEY, code varchar(20), pin varchar(20), turns integer, model varchar(50), changes text)';

describe.each(dialects)('what the schema says of a field beyond its type on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  beforeAll(async () => {
    const params = { word: { type: 'CharField', widget: { kind: 'password' } } } as const;
    const fields = {
      code: { widget: { kind: 'password' } },
      pin: { writeOnly: true },
      turns: { writeOnly: true },
      model: { widget: { kind: 'model' } },
      changes: { widget: { kind: 'changes', model: 'model' } },
    } as const;
    const safe = model('safe', 'm.Safe', { fields, actions: { open: action({ params, run: () => undefined }) } });
    service = await startService({ dialect, setup, models: [safe] });
    root = await service.superuser();
  });
  afterAll(() => service.close());

  const fieldsOf = async (key: string): Promise<Record<string, any>> => {
    const { fields } = (await root.get(`/schema/${key}/`)).body;
    return Object.fromEntries(fields.map((field: any) => [field.name, field]));
  };

  it('is what a config says, of fields and of parameters', async () => {
    const { code, model: key, changes } = await fieldsOf('m.Safe');
    expect([code.widget, key.widget, changes.widget]).toEqual([
      { kind: 'password' },
      { kind: 'model' },
      { kind: 'changes', model: 'model' },
    ]);
    const [open] = (await root.get('/schema/m.Safe/')).body.actions;
    expect(open.params[0].widget).toEqual({ kind: 'password' });
  });

  it('is that a field is never served; a text is then a password', async () => {
    const { pin, turns, code } = await fieldsOf('m.Safe');
    expect([pin.write_only, pin.widget]).toEqual([true, { kind: 'password' }]);
    expect([turns.write_only, turns.widget]).toEqual([true, undefined]);
    expect(code.write_only).toBeUndefined();
  });

  it('is said of models of the service alike', async () => {
    const [user, group, log] = [await fieldsOf('auth.User'), await fieldsOf('auth.Group'), await fieldsOf('admin.AdminAuditLog')];
    expect([user['password'].write_only, user['password'].widget]).toEqual([true, { kind: 'password' }]);
    expect([user['user_permissions'].widget, group['permissions'].widget]).toEqual([{ kind: 'permissions' }, { kind: 'permissions' }]);
    expect(log['diff'].widget).toEqual({ kind: 'changes', model: 'model_label' });
    expect(log['change_set'].widget).toEqual({ kind: 'change-set' });
  });

  it('of the host has a name, and options of its own', async () => {
    const widget = { kind: 'own', name: 'stars', options: { max: 5, tones: ['good', null] } } as const;
    const admin = defineAdmin({
      database: service.database.source(),
      models: [model('safe', 'm.Safe', { fields: { code: { widget } } })],
      settings: { logger: pino({ level: 'silent' }) },
    });
    const { models } = await admin.operations.registry();
    await admin.close();
    expect(models.find(({ key }) => key === 'm.Safe')?.fields.find(({ name }) => name === 'code')?.widget).toEqual(widget);
  });

  it('is checked at start', async () => {
    for (const widget of [
      { kind: 'hologram' },
      { kind: 'row', model: 'model' },
      'password',
      { kind: 'own' },
      { kind: 'own', name: 'a', size: 1 },
    ]) {
      const config = { fields: { code: { widget } } } as object;
      const admin = defineAdmin({
        database: service.database.source(),
        models: [model('safe', 'm.Safe', config)],
        settings: { logger: pino({ level: 'silent' }) },
      });
      const problem = await admin.operations.registry().catch((error: unknown) => error);
      await admin.close();
      expect(problem).toBeInstanceOf(ConfigurationError);
      expect((problem as ConfigurationError).problems.map(({ place }) => place).join()).toContain('fields.code widget');
    }
  });
});
