/** A save of a form for which who leaves it waits. */
export class AwaitedSave {
  #tell: ((isSaved: boolean) => void) | null = null;

  get isAwaited(): boolean {
    return this.#tell !== null;
  }

  /** Submits the form. @returns whether it is saved. */
  begin(form: HTMLFormElement | null | undefined): Promise<boolean> {
    this.end(false);
    if (!form) return Promise.resolve(false);
    return new Promise((tell) => {
      this.#tell = tell;
      form.requestSubmit();
    });
  }

  end(isSaved: boolean): void {
    const tell = this.#tell;
    this.#tell = null;
    tell?.(isSaved);
  }
}
