/** A host's own extension of the dashboard, built by its own Vite. */
import { describe, expect, it } from 'vitest';
import { review } from '../../examples/extended/review-model.ts';
import { reviewsSql } from '../../examples/extended/reviews.ts';
import { dashboardOf } from '../support/dashboard.ts';
import { builtExtension, exampleExtension } from '../support/extension.ts';
import { listening } from '../support/listening.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

describe('the dashboard with the extension of the example', () => {
  const { service } = serviceForAll(() => startService({ dialect: 'sqlite', setup: reviewsSql, models: [review] }));
  const { at, origin } = dashboardOf(async () => listening(service.admin, { extension: await builtExtension(exampleExtension) }));

  it('shows a field by a cell of the host', async () => {
    await using staff = await at('#/shop.Review', 'root', password);
    await staff.page.getByRole('cell', { name: '4 of 5 stars' }).waitFor();
  });

  it('has a page of the host in its menu', async () => {
    await using staff = await at('', 'root', password);
    const { page } = staff;
    await page.getByRole('menuitem', { name: 'Poor reviews' }).click();
    await page.getByRole('heading', { name: 'Poor reviews', level: 1 }).waitFor();
    await page.getByText('Answer these today.').waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    await page.getByRole('link', { name: 'The box was torn' }).click();
    await page.getByRole('heading', { name: /The box was torn/ }).waitFor();
  });

  it('allows the import map by its hash, and nothing inline', async () => {
    const answer = await fetch(`${origin()}/`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/);
    expect(policy).not.toContain('unsafe');
    expect(await answer.text()).toContain('<script type="importmap">{"imports":{');
  });
});
