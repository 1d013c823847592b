import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { oddTables } from '../support/odd-tables.ts';
import { startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

/** What an audit entry says of rows can't be asked for: it may be hidden from who asks. Nor can a password. */
const isQueryable = ({ name }: { readonly name: string }): boolean =>
  !['diff', 'targets', 'failed_targets', 'input', 'password'].includes(name);

describe.each(dialects)('a live database without a config on %s', (dialect) => {
  const { service, root: client } = serviceForAll(() => startService({ dialect, setup: oddTables(dialect) }));

  const one = async (path: string): Promise<any> => {
    const answer = await client.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };

  it('serves every table under a name made of its own', async () => {
    const { models } = await one('/schema/');
    const keys = models.map((entry: { model: string }) => entry.model).sort();
    const others = dialect === 'postgres' ? ['Other_Place.Thing'] : ['main.Keyless', 'main.NoRowid'];
    expect(keys).toEqual(
      [
        'admin.AdminAuditLog',
        'auth.Group',
        'auth.Permission',
        'auth.User',
        'contenttypes.ContentType',
        'main.City',
        'main.Country',
        'main.Node',
        'main.Order',
        'main.Pair',
        'main.UniqueOnly',
        'main.UserAccounts',
        'main.UserAccounts2',
        'main.Wide',
        ...others,
      ].sort(),
    );
    expect((await service.admin.operations.leftOut()).join('\n')).toContain('a_view');
    if (dialect === 'postgres') expect((await service.admin.operations.leftOut()).join('\n')).toContain('keyless');
    else expect((await one('/r/main.Keyless/1/')).value).toBe(42);
  });

  it('answers schema, list, row, filter, sort, search and autocomplete of every field of every table', async () => {
    const { models } = await one('/schema/');
    for (const { model } of models) {
      const schema = await one(`/schema/${model}/`);
      const list = await one(`/r/${model}/`);
      for (const row of list.results) expect((await one(`/r/${model}/${encodeURIComponent(row.pk ?? row.id)}/`))._label).toBe(row._label);
      for (const field of schema.fields.filter(isQueryable)) {
        const name = encodeURIComponent(['page', 'ordering'].includes(field.name) ? `${field.name}__exact` : field.name);
        await one(`/r/${model}/?ordering=-${encodeURIComponent(field.name)}`);
        await one(`/r/${model}/?${encodeURIComponent(field.name)}__isnull=true`);
        const sample = list.results
          .map((row: Record<string, unknown>) => row[field.name])
          .find((value: unknown) => value !== null && value !== '');
        if (sample !== undefined) expect((await one(`/r/${model}/?${name}=${encodeURIComponent(sample)}`)).count).toBeGreaterThan(0);
      }
      if (schema.search_fields.length > 0) await one(`/r/${model}/?search=a%20%C3%A9`);
      await one(`/r/${model}/autocomplete/?q=1`);
    }
  });

  it('filters a field named like a parameter with __exact, and sorts by a reserved word', async () => {
    expect((await one('/r/main.Order/?page__exact=8')).results).toMatchObject([{ page: 8, select: 'y' }]);
    expect((await one('/r/main.Order/?page__gte=8&ordering=from')).count).toBe(1);
    expect((await one('/r/main.Order/?ordering__exact=up')).count).toBe(1);
    expect((await one('/r/main.Order/?select=x&a.b=dot&weird%20%22%20quote=q')).count).toBe(1);
    expect((await one(`/r/main.Order/?${encodeURIComponent('Ünï cödé 😀')}__icontains=Ü`)).count).toBe(1);
  });

  it('lets the longest field name win over a lookup', async () => {
    expect((await one('/r/main.Node/?a__b=5')).count).toBe(1);
    expect((await one('/r/main.Node/?a__gte=8')).results).toMatchObject([{ a__gte: 8 }]);
    expect((await one('/r/main.Node/?a__b__gte=6')).results).toMatchObject([{ a__b: 7 }]);
    expect((await client.get('/r/main.Node/?a=5')).status).toBe(400);
  });

  it('names foreign keys without their ending, unless that name is taken', async () => {
    const { fields } = await one('/schema/main.Node/');
    const byName = Object.fromEntries(fields.map((field: { name: string }) => [field.name, field]));
    expect(byName['parent']).toMatchObject({ type: 'ForeignKey', related_model: 'main.Node' });
    expect(byName['buddyId']).toMatchObject({ type: 'ForeignKey' });
    expect(byName['buddy']).toMatchObject({ type: 'IntegerField' });
    expect(byName['owner']).toMatchObject({ type: 'ForeignKey', related_model: 'main.UserAccounts' });
    const rows = (await one('/r/main.Node/?ordering=id')).results;
    expect(rows[0]).toMatchObject({ parent: null, parent_label: null, owner: 'bob~1', owner_label: 'bob~1', _label: 'mine' });
    expect(rows[1]).toMatchObject({ parent: 1, owner: 'ann/a?b#c', _label: null });
  });

  it('reaches a row by a key with any characters', async () => {
    expect((await one(`/r/main.UserAccounts/${encodeURIComponent('ann/a?b#c')}/`)).age).toBe(3);
    const { results } = await one('/r/main.Pair/?ordering=pk');
    const keys = results.map((row: { pk: string }) => row.pk);
    expect(keys.sort()).toEqual(['a_7Eb_5Fc~_C3_A9_2F_C3_BC_20_F0_9F_98_80~2026-11-21', '~.~2026-11-22'].sort());
    expect((await one(`/r/main.Pair/${keys.find((key: string) => key.startsWith('a'))}/`)).note).toBe('n');
    expect((await one('/r/main.Pair/~.~2026-11-22/')).left_part).toBe('');
    expect((await one(`/r/main.Pair/?pk__in=${encodeURIComponent(keys.join(','))}`)).count).toBe(2);
    expect((await one(`/r/main.Pair/?pk=${encodeURIComponent(keys[0])}`)).count).toBe(1);
    expect((await one('/schema/main.Pair/')).pk_field).toBe('pk');
  });

  it('leaves out columns that hold secrets', async () => {
    const { fields } = await one('/schema/main.UserAccounts/');
    expect(fields.map((field: { name: string }) => field.name)).toEqual(['name', 'tokenizer', 'age']);
    expect((await client.get('/r/main.UserAccounts/?password_hash=hash')).status).toBe(400);
  });

  it('serves a foreign key to another column as the target’s key, and filters and sorts by it', async () => {
    const { results } = await one('/r/main.City/?ordering=id');
    expect(results).toMatchObject([
      { country_code: 10, country_code_label: 'Germany', country: 20, country_label: 'France' },
      { country_code: null, country_code_label: null, country: 10 },
    ]);
    expect((await one('/r/main.City/?country=10')).results).toMatchObject([{ id: 2 }]);
    expect((await one('/r/main.City/?country__in=20,30')).results).toMatchObject([{ id: 1 }]);
    expect((await one('/r/main.City/?ordering=-country')).results.map((row: { country: number }) => row.country)).toEqual([20, 10]);
  });

  it('serves a table of ninety columns with long names', async () => {
    const row = await one('/r/main.Wide/1/');
    expect(Object.keys(row).filter((name) => name.startsWith('column_number'))).toHaveLength(90);
    expect(Object.keys((await one('/r/main.Wide/')).results[0])).toHaveLength(Object.keys(row).length);
  });

  it('never lists its own tables', async () => {
    expect((await client.get('/schema/')).text).not.toContain('grimoire_');
  });

  it('takes a view only with a key from a config', async () => {
    const { defineAdmin, model } = await import('grimoire');
    const { pino } = await import('pino');
    const settings = { logger: pino({ level: 'silent' }) };
    const admin = defineAdmin({
      database: service.database.source(),
      models: [model('a_view', 'main.View', { primaryKey: ['id'] })],
      settings,
    });
    await admin.ready();
    const { clientOf } = await import('../support/service.ts');
    const viewer = clientOf(admin, client.token);
    expect((await viewer.get('/r/main.View/10/')).body).toMatchObject({ id: 10, name: 'Germany' });
    expect((await viewer.get('/schema/main.View/')).body).toMatchObject({
      is_readonly: true,
      permissions: { view: true, add: false, change: false, delete: false },
    });
    await admin.close();
  });
});
