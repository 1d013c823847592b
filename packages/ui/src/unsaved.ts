/** Whether a form of the dashboard has unsaved input. */
export class Unsaved {
  #isThere = false;

  get isThere(): boolean {
    return this.#isThere;
  }

  /** Called by the form, also when it unmounts. */
  set(isThere: boolean): void {
    this.#isThere = isThere;
  }
}
