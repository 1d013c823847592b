/** The forms of the dashboard that have unsaved input. */
export class Unsaved {
  readonly #forms = new Set<object>();

  get isThere(): boolean {
    return this.#forms.size > 0;
  }

  /** Called by a form, also when it unmounts. */
  set(form: object, isThere: boolean): void {
    if (isThere) this.#forms.add(form);
    else this.#forms.delete(form);
  }

  /** What was entered is not kept: the person was asked. */
  giveUp(): void {
    this.#forms.clear();
  }

  has(form: object): boolean {
    return this.#forms.has(form);
  }

  /** Whether another form than this one has unsaved input. */
  isBeside(form: object): boolean {
    return [...this.#forms].some((one) => one !== form);
  }
}
