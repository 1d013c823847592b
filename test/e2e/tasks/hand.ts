import type { Locator, Page, Request } from 'playwright-core';
import type { StaffPage } from '../../support/staff-page.ts';
import { Service } from './service.ts';
import { menuLink } from '../../support/menu.ts';

/** What a person has done, and what the page has asked of the service meanwhile. */
export interface Counts {
  readonly clicks: number;
  readonly keys: number;
  readonly requests: number;
}

type Key = 'Shift' | 'Control';

/** A person's mouse and keyboard on a page, counted. What only looks or waits counts nothing. */
export class Hand {
  readonly staff: StaffPage;
  readonly page: Page;
  /** Asks and prepares what is not counted. */
  readonly service: Service;
  #clicks = 0;
  #keys = 0;
  #requests = 0;
  readonly #running = new Set<Request>();

  constructor(staff: StaffPage, origin: string) {
    const { page } = staff;
    this.staff = staff;
    this.page = page;
    this.service = new Service(staff.context, origin);
    const isOfService = (request: Request): boolean => new URL(request.url()).pathname.startsWith('/api/');
    page.on('request', (request) => {
      if (!isOfService(request)) return;
      this.#requests += 1;
      this.#running.add(request);
    });
    const end = (request: Request): void => void this.#running.delete(request);
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  /** Begins to count, once the page is at rest. */
  async begin(): Promise<void> {
    await this.rest();
    this.#clicks = this.#keys = this.#requests = 0;
  }

  /** Begins to count at an address of the dashboard. */
  async start(address: string): Promise<void> {
    await this.staff.open(address);
    await menuLink(this.page, 'Home').waitFor();
    await this.begin();
  }

  /** @returns what was counted, once the page is at rest. */
  async end(): Promise<Counts> {
    await this.rest();
    return { clicks: this.#clicks, keys: this.#keys, requests: this.#requests };
  }

  /** Waits until the service has answered everything that was asked, and the page has drawn it. */
  async rest(): Promise<void> {
    do await this.page.evaluate(drawn);
    while (this.#running.size > 0);
  }

  /** Clicks; a key that is held meanwhile is a key. */
  async click(target: Locator, held?: Key): Promise<void> {
    await target.click(held ? { modifiers: [held] } : {});
    this.#clicks += 1;
    if (held) this.#keys += 1;
  }

  /** The back button of the browser. */
  async back(): Promise<void> {
    await this.page.goBack();
    this.#clicks += 1;
  }

  /** Clicks the button or link of this name. */
  button(name: string | RegExp, part: Page | Locator = this.page): Promise<void> {
    return this.click(part.getByRole('button', { name, exact: true }));
  }

  /** Presses a key, or several at once (`Control+k`): that is one. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.#keys += keys.length;
  }

  /** Types where the focus is. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.#keys += Array.from(text).length;
  }

  /** Types into an input: a click, unless it has the focus; what stands there is replaced. */
  async enter(input: Locator, text: string): Promise<void> {
    await input.waitFor();
    // A form gives the focus to its first input once it is drawn.
    await this.page.evaluate(drawn);
    if (!(await input.evaluate(hasFocus))) await this.click(input);
    if ((await input.inputValue()) !== '') await this.press('Control+a');
    await this.type(text);
  }

  /** Types a day and a time into an input: a click on its beginning, and a key that goes from the year to the hour. */
  async enterTime(input: Locator, day: string, time: string): Promise<void> {
    await input.click({ position: { x: 18, y: 12 } });
    this.#clicks += 1;
    await this.type(day);
    await this.press('ArrowRight');
    await this.type(time);
  }

  /** Chooses in a list of the browser's own: a click that opens it, and one on the choice. */
  async select(list: Locator, choice: string): Promise<void> {
    await list.selectOption(choice);
    this.#clicks += 2;
  }

  /** Chooses in a list that the page opens. */
  async choose(list: Locator, choice: string | RegExp): Promise<void> {
    await this.click(list);
    await this.click(this.page.getByRole('option', { name: choice, exact: true }));
  }

  /** Goes to an input by the Tab key. */
  async tabTo(input: Locator): Promise<void> {
    while (!(await input.evaluate(hasFocus))) await this.press('Tab');
  }

  /** Opens the list of a model, by the menu. */
  async list(name: string): Promise<void> {
    await this.click(menuLink(this.page, name));
    await this.page.getByRole('heading', { name, exact: true }).waitFor();
    await this.page.locator('tbody tr').first().waitFor();
  }

  /** Waits until the list has these rows, by their first column. */
  async rows(names: readonly string[]): Promise<void> {
    await this.page.waitForFunction(areRows, names);
  }
}

/** Runs in the browser. */
function areRows(names: readonly string[]): boolean {
  const { document } = globalThis as any;
  const cells = [...document.querySelectorAll('tbody tr td:nth-child(2)')] as { readonly innerText: string }[];
  return cells.length === names.length && cells.every(({ innerText }, index) => innerText.trim() === names[index]);
}

/** Runs in the browser. */
function hasFocus(element: any): boolean {
  return element.ownerDocument.activeElement === element;
}

/** Runs in the browser: two pictures later, and when nothing else is to be done. */
function drawn(): Promise<void> {
  const page = globalThis as unknown as Record<'requestAnimationFrame' | 'requestIdleCallback', (done: () => void) => void>;
  return new Promise((done) => {
    page.requestAnimationFrame(() => page.requestAnimationFrame(() => page.requestIdleCallback(() => done())));
  });
}
