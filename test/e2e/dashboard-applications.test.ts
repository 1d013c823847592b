import { describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { dialects } from '../support/databases.ts';
import { listening } from '../support/listening.ts';
import { button } from '../support/page-requests.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

// Tables of an application that makes keys and times itself, and has no foreign keys.
describe.each(dialects)('the dashboard beside an application on %s', (dialect) => {
  const time = dialect === 'postgres' ? 'timestamp' : 'datetime';
  const { service, root } = serviceForAll(() =>
    startService({
      dialect,
      app: 'm',
      setup: `CREATE TABLE posts (id uuid PRIMARY KEY NOT NULL, title varchar(20) NOT NULL, created_at ${time} NOT NULL);
        CREATE TABLE comments (id integer PRIMARY KEY, post_id uuid);
        CREATE TABLE tags (id uuid PRIMARY KEY NOT NULL, name varchar(20) NOT NULL);`,
    }),
  );
  const dashboard = dashboardOf(() => listening(service.admin));

  it('asks for no key and no time, and says what a delete may leave behind', async () => {
    await using staff = await dashboard.at('#/m.Posts/create', 'root', password);
    const { page } = staff;
    await page.getByLabel('Title').fill('First');
    expect(await page.getByLabel('Id', { exact: true }).count()).toBe(0);
    await button(page, 'Save and continue editing').click();
    await page.getByText(/The posts? is made\./).waitFor();
    const [row] = (await root.get('/r/m.Posts/')).body.results;
    expect(row.title).toBe('First');
    await staff.open(`#/m.Posts/${row.id}`);
    await button(page, 'Delete').click();
    await page.getByRole('dialog').getByText('Rows of other tables may still point here').waitFor();
    const { id } = (await root.post('/r/m.Tags/', { name: 'red' })).body;
    await staff.open(`#/m.Tags/${id}`);
    await button(page, 'Delete').click();
    await page.getByRole('dialog').getByText('Nothing else is touched.').waitFor();
  });
});
