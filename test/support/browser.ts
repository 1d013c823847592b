import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/**
 * Default arguments of the package for cloud functions that are not used here: staff browsers do not have them, or they end the
 * browser with its first window.
 */
const unwanted: ReadonlySet<string> = new Set([
  '--single-process',
  '--no-zygote',
  '--in-process-gpu',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--ignore-gpu-blocklist',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]);

/**
 * Pages of tests live for seconds: V8's optimizing compilers and its threads for garbage cost them more than they gain, a quarter of the processor
 * time of the browser.
 */
const briefScripts = '--js-flags=--no-opt --no-maglev --single-threaded-gc';

/** A real Chromium, which npm installs. */
export async function startBrowser(env?: NodeJS.ProcessEnv): Promise<Browser> {
  const args = [...chromium.args.filter((argument) => !unwanted.has(argument)), '--disable-gpu', briefScripts];
  const environment = env ? { env: env as Record<string, string> } : {};
  return playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true, ...environment });
}

/** Files of a run may load this module anew: the worker keeps its browser. */
const worker = globalThis as { grimoireBrowser?: Promise<Browser> };

/** The browser of this worker, for all of its files: Playwright ends it with the process. Each test opens windows that share nothing. */
export async function browserOfWorker(): Promise<Browser> {
  const running = await worker.grimoireBrowser?.catch(() => undefined);
  if (running?.isConnected() !== true) worker.grimoireBrowser = startBrowser();
  return worker.grimoireBrowser as Promise<Browser>;
}
