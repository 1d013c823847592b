import type { Locator, Page, Route } from 'playwright-core';

/** The answers of the API to a page, which come one after the other, when the test lets them. */
export interface HeldAnswers {
  /** Waits until a request is held. */
  waiting(): Promise<void>;
  /** Lets answers come, each after what the one before has changed was painted, until an element is there. */
  until(element: Locator): Promise<void>;
  /** Lets the answers that are held come, each after what the one before has changed was painted. */
  rest(): Promise<void>;
  /** Lets all answers come from now on. */
  free(): Promise<void>;
}

/** Holds the requests of a page to the API. */
export async function heldAnswers(page: Page): Promise<HeldAnswers> {
  const held: Route[] = [];
  const listeners = new Set<() => void>();
  let isFree = false;
  await page.route('**/api/**', async (route) => {
    if (isFree) return route.continue();
    held.push(route);
    for (const listener of listeners) listener();
  });
  /** Resolves when a request is held, or when the element is there. */
  const waiting = async (element?: Locator): Promise<void> => {
    if (held.length > 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    listeners.add(resolve);
    await Promise.race([promise, ...(element ? [element.waitFor()] : [])]);
    listeners.delete(resolve);
  };
  const next = async (): Promise<void> => {
    const route = held.shift();
    if (!route) return;
    const answered = route.request().response();
    await route.continue();
    await answered;
    await painted(page);
  };
  return {
    waiting: () => waiting(),
    async until(element) {
      while (!(await element.isVisible())) {
        await waiting(element);
        // A request is sent before the page shows that it waits for the answer.
        await painted(page);
        if (!(await element.isVisible())) await next();
      }
      await painted(page);
    },
    async rest() {
      while (held.length > 0) await next();
    },
    async free() {
      isFree = true;
      await Promise.all(held.splice(0).map((route) => route.continue()));
    },
  };
}

/** Waits for two frames: what an answer has changed is on the screen. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const { requestAnimationFrame: frame } = globalThis as unknown as { requestAnimationFrame: (callback: () => void) => void };
        frame(() => frame(done));
      }),
  );
}

/**
 * Notes from now on what moves on the pages that are opened, by the browser's own measure: also within the
 * half second after an input, in which a quick answer comes.
 */
export async function noteShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    const scope = globalThis as any;
    scope.noted = shifts;
    new scope.PerformanceObserver((list: any) => {
      for (const entry of list.getEntries()) {
        // The font takes the place of the system's where it comes after the first text: a part of a pixel at the end of a word.
        if (entry.value < 0.0005) continue;
        // The line below a tab slides to the tab that was chosen.
        if (entry.sources.every(({ node }: any) => node?.classList?.contains('MuiTabs-indicator'))) continue;
        const parts = entry.sources.map(({ node, previousRect: from, currentRect: to }: any) => {
          const element = node?.outerHTML ?? node?.parentElement?.outerHTML ?? '';
          return `${String(element).slice(0, 120)} from ${from.x},${from.y},${from.width}x${from.height} to ${to.x},${to.y},${to.width}x${to.height}`;
        });
        shifts.push(`${entry.value.toFixed(4)}: ${parts.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    await painted(page);
    return page.evaluate(() => (globalThis as any).noted as string[]);
  };
}
