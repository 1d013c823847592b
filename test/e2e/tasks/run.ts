/** Does the tasks of staff in a browser, and prints what each of them takes: `npm run try -- tasks`, or `npm run try -- tasks invoice` for some of them. */
import { startBrowser } from '../../support/browser.ts';
import type { Counts } from './hand.ts';
import { runTask } from './run-task.ts';
import { tableOf } from './table.ts';
import { tasks } from './tasks.ts';

const words = process.argv.slice(2).join(' ').toLowerCase();
const measured = new Map<string, Counts>();
const browser = await startBrowser();
for (const task of tasks.filter(({ name }) => name.toLowerCase().includes(words))) {
  try {
    measured.set(task.name, await runTask(browser, task));
  } catch (error) {
    console.error(`FAILED ${String(error)}`);
    process.exitCode = 1;
  }
}
await browser.close();
console.log(tableOf(measured));
