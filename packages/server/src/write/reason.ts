import { AdminError } from '../errors/errors.ts';
import type { Model, ReasonedWrite } from '../model/model.ts';
import { say } from '../texts/message.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** A write without the reason that its model or its action demands: the 400 of the whole request, whichever operation it is. */
export class ReasonMissing extends AdminError {
  constructor() {
    const message = say('reasonMissing');
    super('invalid', { fields: { reason: [message] }, detail: say('ofField', { name: 'reason', message }) });
  }
}

/** Throws a 400 if the model demands a reason for such a write, and the request has none; what is only tried needs none. Called before hooks and statements. */
export function requireReason({ trace, isTrial }: Pick<UnitOfWork, 'trace' | 'isTrial'>, model: Model, write: ReasonedWrite): void {
  if (trace.reason === undefined && !isTrial && model.reasonRequired.includes(write)) throw new ReasonMissing();
}

/** The same for all that a transaction has done, whatever way it came: an undo, and rows that lose a reference. */
export function requireReasonOf(unit: Pick<UnitOfWork, 'trace' | 'isTrial' | 'entries' | 'policy'>): void {
  for (const { action, model: key } of unit.entries) {
    const write = writeOf[action];
    const model = write && unit.policy.registry.find(key);
    if (write && model) requireReason(unit, model, write);
  }
}

const writeOf: Readonly<Record<string, ReasonedWrite>> = {
  create: 'create',
  update: 'update',
  bulk_update: 'update',
  delete: 'delete',
  bulk_delete: 'delete',
  restore: 'restore',
  purge: 'purge',
};
