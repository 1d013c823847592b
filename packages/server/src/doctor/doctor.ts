import type { DoctorReport } from '@grimoire/protocol';
import { withoutWork } from '../process/request-work.ts';
import { diagnose, type DoctorParts } from './diagnose.ts';

/** The most that an examination for the dashboard may take: a table that is locked costs one query, and not the answer. */
const times = { query: 5000, plans: 20_000, rest: 5000 };

/** Milliseconds for which its result is given again. */
const lifetime = 60_000;

/** Examines the database for the dashboard: one examination at a time, and its result for all who ask meanwhile and shortly after. */
export class Doctor {
  readonly #parts: DoctorParts;
  #last: { readonly report: Promise<DoctorReport>; readonly until: number } | undefined;

  constructor(parts: DoctorParts) {
    this.#parts = parts;
  }

  /** The result of the last examination, or of a new one. */
  report(): Promise<DoctorReport> {
    if (this.#last && Date.now() < this.#last.until) return this.#last.report;
    const report = this.#examine();
    this.#last = { report, until: Infinity };
    report.then(
      () => (this.#last = { report, until: Date.now() + lifetime }),
      () => (this.#last = undefined),
    );
    return report;
  }

  /** Not as work of the request: others may wait for the result when its client has gone. */
  #examine(): Promise<DoctorReport> {
    return withoutWork(async () => {
      const diagnosis = await diagnose(this.#parts, { times });
      return { examined_at: new Date().toISOString(), ...diagnosis };
    });
  }
}
