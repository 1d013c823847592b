import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { dialects } from '../support/databases.ts';
import { listening } from '../support/listening.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const ann = '0193a5f0-0000-7000-8000-00000000000a';

describe.each(dialects)('the link of a user in the dashboard on %s', (dialect) => {
  const { service, root } = serviceForAll(() =>
    startService({
      dialect,
      setup: `CREATE TABLE person (id uuid PRIMARY KEY, name varchar(20) NOT NULL);
        CREATE TABLE note (id integer PRIMARY KEY, title varchar(20), made_by uuid REFERENCES person (id));
        INSERT INTO person VALUES ('${ann}', 'Ann Ahl'), ('0193a5f0-0000-7000-8000-00000000000b', 'Ben Berg');`,
      models: [
        model('person', 'app.Person', { searchFields: ['name'] }),
        model('note', 'app.Note', { fields: { made_by: { fill: 'createdBy' } } }),
      ],
      settings: { staffLink: { model: 'app.Person' } },
    }),
  );
  const dashboard = dashboardOf(() => listening(service.admin));

  it('is chosen by name, and leads to the row, also from the audit log', async () => {
    await using staff = await dashboard.at('#/auth.User', 'root', password);
    const { page } = staff;
    await page.getByRole('cell', { name: 'root', exact: true }).click();
    await page.getByRole('combobox', { name: 'Linked person' }).fill('ahl');
    await page.getByRole('option', { name: 'Ann Ahl' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The user is saved.').waitFor();
    expect((await root.get('/r/auth.User/1/')).body).toMatchObject({ link: ann, link_label: 'Ann Ahl' });
    await staff.open('#/auth.User');
    await page.getByRole('cell', { name: 'Ann Ahl' }).last().waitFor();
    expect((await root.post('/r/app.Note/', { id: 1, title: 'First' })).body).toMatchObject({ made_by: ann });
    const [entry] = (await root.get('/r/admin.AdminAuditLog/?model_label=app.Note')).body.results;
    await staff.open(`#/admin.AdminAuditLog/${entry.id}`);
    await page.getByText('Ann Ahl').first().waitFor();
    expect(await page.getByText('By person').count()).toBeGreaterThan(0);
  });
});
