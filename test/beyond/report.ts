/** What came of one check: `ok` with what was seen, `failed` with why, `missing` with the program, `skipped` with what can not do it. */
interface Result {
  readonly subject: string;
  readonly name: string;
  readonly outcome: 'ok' | 'failed' | 'missing' | 'skipped';
  readonly detail: string;
}

/** The results of the checks, as a table. */
export class Report {
  readonly #results: Result[] = [];

  /** Runs a check, which says what it has seen, or throws. */
  async check(subject: string, name: string, job: () => Promise<string>): Promise<void> {
    const started = performance.now();
    try {
      const detail = await job();
      this.#add({ subject, name, outcome: 'ok', detail: `${detail} (${seconds(started)})` });
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#add({ subject, name, outcome: 'failed', detail });
    }
  }

  /** Records a check that can not be made without a program. */
  missing(subject: string, name: string, detail: string): void {
    this.#add({ subject, name, outcome: 'missing', detail });
  }

  /** Records a check of what a program can not do. */
  skipped(subject: string, name: string, detail: string): void {
    this.#add({ subject, name, outcome: 'skipped', detail });
  }

  has(outcome: Result['outcome']): boolean {
    return this.#results.some((result) => result.outcome === outcome);
  }

  /** All results in columns. */
  table(): string {
    const widths = [0, 1, 2].map((column) => Math.max(...this.#results.map((result) => cells(result)[column]?.length ?? 0)));
    return this.#results
      .map((result) =>
        cells(result)
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n');
  }

  #add(result: Result): void {
    this.#results.push(result);
    process.stderr.write(`${result.outcome}: ${result.subject}, ${result.name}: ${result.detail}\n`);
  }
}

function cells({ subject, name, outcome, detail }: Result): readonly string[] {
  return [outcome, subject, name, detail];
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

/** Throws with both values unless they are the same. */
export function expectSame(what: string, seen: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(seen), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${what}: ${one.slice(0, 300)}, expected ${other.slice(0, 300)}`);
}

/** Throws unless a condition holds. */
export function expectThat(what: string, holds: boolean): void {
  if (!holds) throw new Error(what);
}
