import type { ActionReport } from '@grimoire/protocol';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import type { RowsParts } from './action-rows.ts';
import type { PendingCalls } from './pending-calls.ts';
import type { RunErrors } from './run-request.ts';

/** What the rows of a run that writes need. */
export interface LockedParts extends RowsParts {
  readonly unit: UnitOfWork;
  readonly log: RunErrors;
  /** The number of rows, if their keys are kept in a table and not in memory. */
  readonly count: number;
  readonly pendingCalls: PendingCalls;
  /** Called with the report of a run row by row, and with the keys of the rows that failed, as text. */
  readonly reported: (report: ActionReport, failed: readonly string[]) => void;
}
