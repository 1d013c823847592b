/** A list that was written into an extension is what the dashboard makes itself. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { review } from '../../examples/extended/review-model.ts';
import { reviewsSql } from '../../examples/extended/reviews.ts';
import { grimoire, root } from '../support/command.ts';
import { dashboardOf } from '../support/dashboard.ts';
import { builtExtension, exampleExtension } from '../support/extension.ts';
import { listening } from '../support/listening.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const folder = mkdtempSync(join(root, 'test', 'tmp-eject-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ejects the list into a copy of the example, and builds that. */
async function ejected(address: string): Promise<string> {
  for (const name of ['src', 'vite.config.ts', 'package.json'])
    cpSync(join(exampleExtension, name), join(folder, name), { recursive: true });
  const run = (...args: string[]) => grimoire(['eject', ...args, '--database', address, '--app', 'shop', '--folder', folder]);
  expect(await run('shop.Review', 'list')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining("lists: { 'shop.Review': ReviewList }"),
  });
  expect(await run('shop.Review', 'list')).toMatchObject({ code: 1, err: expect.stringMatching(/exists\. Remove it/) });
  expect(await run('shop.Reviw', 'list')).toMatchObject({ code: 1, err: expect.stringContaining('There is no model "shop.Reviw".') });
  expect(await run('shop.Review', 'row')).toMatchObject({ code: 1, err: '"row" can not be ejected: list can.\n' });
  const index = join(folder, 'src/index.tsx');
  const text = readFileSync(index, 'utf8').replace('defineExtension({', "defineExtension({ lists: { 'shop.Review': ReviewList },");
  writeFileSync(index, `import { ReviewList } from './lists/shop.Review.tsx';\n${text}`);
  return builtExtension(folder);
}

describe('an ejected list', () => {
  const { service } = serviceForAll(() => startService({ dialect: 'sqlite', setup: reviewsSql, models: [review] }));
  const generated = dashboardOf(async () => listening(service.admin, { extension: await builtExtension(exampleExtension) }));
  const own = dashboardOf(async () => listening(service.admin, { extension: await ejected(service.database.address) }));

  it('has the same parts, and does the same', async () => {
    const screens = [];
    for (const { at } of [generated, own]) {
      await using staff = await at('#/shop.Review?f.status=open', 'root', password);
      const { page } = staff;
      await page.getByRole('cell', { name: 'The box was torn' }).last().waitFor();
      const content = page.locator('#main-content');
      const before = await content.ariaSnapshot();
      await page
        .getByRole('checkbox', { name: /^Select (?!all)|The box was torn/ })
        .first()
        .check();
      await page.getByText('1 selected').waitFor();
      screens.push({ before, after: await content.ariaSnapshot(), barriers: await staff.barriers() });
    }
    expect(screens[0]?.before).toContain('The box was torn');
    expect(screens[1]).toEqual(screens[0]);
  });
});
