/** Saves a form for who leaves it. @returns whether it is saved: otherwise the form says what is wrong. */
export type SaveForm = () => Promise<boolean>;

/** The forms with unsaved input. */
export class Unsaved {
  readonly #forms = new Map<object, SaveForm>();

  get isThere(): boolean {
    return this.#forms.size > 0;
  }

  /** Called by a form. @param save null if it has no unsaved input, also when it unmounts. */
  set(form: object, save: SaveForm | null): void {
    if (save) this.#forms.set(form, save);
    else this.#forms.delete(form);
  }

  /**
   * Saves forms, the one that was changed last first: it stands above the others.
   * @param only the form that is saved alone. @returns whether all of them are saved.
   */
  async save(only?: object): Promise<boolean> {
    for (const [form, save] of [...this.#forms].toReversed()) if ((only ?? form) === form && !(await save())) return false;
    return true;
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
    return [...this.#forms.keys()].some((one) => one !== form);
  }
}
