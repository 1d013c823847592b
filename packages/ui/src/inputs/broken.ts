/** What was entered and is no value. It takes the place of the value, so that it can not be sent. */
export class Broken {
  readonly reason: string;
  /** The text that was entered; empty where nothing shows it in the place of the value. */
  readonly entered: string;

  constructor(reason: string, entered = '') {
    this.reason = reason;
    this.entered = entered;
  }
}

/** Why a value of a form is none; undefined if it is one. */
export function reasonOf(value: unknown): string | undefined {
  return value instanceof Broken ? value.reason : undefined;
}
