import type { ChildProcess } from 'node:child_process';
import type { Figures } from './server.ts';

/** What the service used at a time. */
export interface Sample extends Figures {
  /** Minutes since the first sample. */
  readonly minutes: number;
}

/** Asks a service for its figures, again and again. */
export class Sampler {
  readonly samples: Sample[] = [];
  readonly #child: ChildProcess;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor(child: ChildProcess, milliseconds: number) {
    this.#child = child;
    child.on('message', (message: Figures | number) => {
      if (typeof message === 'object') this.samples.push({ ...message, minutes: (performance.now() - this.#started) / 60_000 });
    });
    this.#timer = setInterval(() => this.#child.send('figures'), milliseconds);
    child.send('figures');
  }

  /** Takes the last sample. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const before = this.samples.length;
    this.#child.send('figures');
    while (this.samples.length === before) await new Promise((resolve) => void this.#child.once('message', resolve));
  }
}

/** The slope of the line through the points with the least squares of distances. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
}

/** The value below which this part of the values is. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
