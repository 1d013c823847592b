import { AdminError } from '../errors/errors.ts';

/** A statement still ran at its deadline. A `timeout` of another class says nothing about it: it has waited. */
export class LateStatement extends AdminError {
  /** How long it had run. */
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super('timeout');
    this.milliseconds = milliseconds;
  }
}
