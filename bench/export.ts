import { createHash } from 'node:crypto';
import type { Child } from './child-process.ts';
import { buildService } from './built.ts';
import { startChild } from './child-process.ts';
import { startDatabase } from './databases.ts';
import { prepareExport } from './export-admin.ts';
import type { Setup } from './messages.ts';
import type { Dialect } from './options.ts';
import { headersFor, logIn } from './service-client.ts';

/** Name of the case, for `--case`. */
export const exportCase = 'CSV export of 1,000,000 rows';

const rows = 1_000_000;

/** What a download took. */
export interface ExportFigures {
  readonly seconds: number;
  /** The most memory that the whole process held during the download, in MB. */
  readonly memory_mb: number;
}

/** Both downloads, which are the same bytes. */
export interface ExportResult {
  readonly dialect: Dialect;
  /** Size of the file, in MB. */
  readonly size_mb: number;
  readonly floor: ExportFigures;
  readonly service: ExportFigures;
}

/** Downloads a million rows as CSV, from the floor and from the service. Throws where they are not the same bytes. */
export async function benchExport(dialect: Dialect, resources: AsyncDisposableStack): Promise<ExportResult> {
  const stop = ({ stop: end }: { stop(): Promise<void> }): Promise<void> => end();
  const { address } = resources.adopt(await startDatabase(dialect, rows), stop);
  const setup: Setup = { dialect, address };
  const floor = resources.adopt(await startChild(new URL('./export-floor.ts', import.meta.url), setup), stop);
  const byHand = await download(floor, `${floor.origin}/`, {});
  await prepareExport(setup);
  const built = buildService();
  resources.defer(built.remove);
  const service = resources.adopt(await startChild(built.file, setup), stop);
  const token = await logIn(service.origin);
  const exported = await download(service, `${service.origin}/api/r/sales.Order/action/export_order/`, {
    method: 'POST',
    headers: { ...headersFor(token), 'content-type': 'application/json' },
    body: JSON.stringify({ all_filtered: true }),
  });
  if (byHand.digest !== exported.digest)
    throw new Error(`The floor's file and the service's differ (${byHand.bytes}, ${exported.bytes} bytes).`);
  return { dialect, size_mb: mega(exported.bytes), floor: byHand.figures, service: exported.figures };
}

interface Downloaded {
  readonly bytes: number;
  readonly digest: string;
  readonly figures: ExportFigures;
}

async function download(child: Child, url: string, init: RequestInit): Promise<Downloaded> {
  // What it took to start is no matter of the download.
  await child.usage();
  const started = performance.now();
  const response = await fetch(url, init);
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    digest.update(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).byteLength;
  }
  const seconds = Number(((performance.now() - started) / 1000).toPrecision(3));
  const { memory } = await child.usage();
  return { bytes, digest: digest.digest('hex'), figures: { seconds, memory_mb: mega(memory) } };
}

function mega(bytes: number): number {
  return Math.round(bytes / 1e6);
}
