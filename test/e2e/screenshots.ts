/**
 * Takes the pictures of the dashboard that the documentation shows, of the demo in a database of its own: `npm run try -- screenshots`.
 * `npm run try -- screenshots --all DIR` takes every screen in both themes and two widths into a folder, some also in Arabic and Korean; names of
 * screens limit it to these.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareShop } from '@grimoire/example-shop/testing';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { fontsIn } from '../support/fonts.ts';
import { listening } from '../support/listening.ts';
import { staffPage } from '../support/staff-page.ts';
import { screens } from './screens.ts';
import { workOfADay } from './work-of-a-day.ts';

interface Picture {
  readonly name: string;
  readonly screen: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  /** The language of the dashboard; English where it is left out. */
  readonly language?: string;
}

/** The screens that are taken in languages of other scripts, and of another direction. */
const spoken = ['list', 'row'];
const languages = ['ar', 'ko'];

/** The pictures of the documentation. */
const shown: readonly Picture[] = [
  ...['list', 'filter', 'sheet', 'row', 'palette', 'conflict', 'permissions'].map((screen) => ({ name: screen, screen })),
  { name: 'row-dark', screen: 'row', colorScheme: 'dark' },
  { name: 'telephone', screen: 'row', width: 390 },
];

function every(names: readonly string[]): readonly Picture[] {
  const chosen = names.length > 0 ? names : Object.keys(screens);
  const widths = [1280, 390];
  return [
    ...chosen.flatMap((screen) =>
      (['light', 'dark'] as const).flatMap((colorScheme) =>
        widths.map((width) => ({ name: `${screen}-${colorScheme}-${width}`, screen, colorScheme, width })),
      ),
    ),
    ...spoken
      .filter((screen) => chosen.includes(screen))
      .flatMap((screen) =>
        languages.flatMap((language) => widths.map((width) => ({ name: `${screen}-${language}-${width}`, screen, language, width }))),
      ),
  ];
}

/** Shows the dashboard in a language from now on. */
async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate(`localStorage.setItem('grimoire.language', '${language}')`);
  await page.reload();
  await page.getByText(/SO-/).first().waitFor();
  await page.waitForLoadState('networkidle');
}

const { values, positionals } = parseArgs({ options: { all: { type: 'string' } }, allowPositionals: true });
const target = values.all ?? new URL('../../docs/images/', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'grimoire-pictures-'));
const admin = await prepareShop({ sqlite: join(folder, 'shop.sqlite') }, 6000);
const site = await listening(admin);
await workOfADay(site.origin);
const browser = await startBrowser(await fontsIn(folder));
mkdirSync(target, { recursive: true });
for (const [index, picture] of (values.all === undefined ? shown : every(positionals)).entries()) {
  const { name, screen, colorScheme = 'light', width = 1280, language } = picture;
  const { address, arrive, isPublic = false } = screens[screen] ?? { address: '', arrive: () => Promise.reject(new Error(screen)) };
  const viewport = { width, height: width < 600 ? 844 : 820 };
  const staff = await staffPage(browser, { at: `${site.origin}/`, colorScheme, viewport });
  staff.expectMessage(/412/);
  await staff.open(typeof address === 'string' ? address : address(index));
  if (!isPublic) await staff.signIn('admin');
  await arrive(staff.page, index);
  if (language !== undefined) await speak(staff.page, language);
  await staff.page.mouse.move(1, 1);
  await staff.stillness();
  await staff.page.screenshot({ path: join(target, `${name}.png`), animations: 'disabled' });
  await staff.close();
  console.log(join(target, `${name}.png`));
}
await browser.close();
await site.close();
await admin.close();
rmSync(folder, { recursive: true });
