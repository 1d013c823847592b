/** Whether a form of a dashboard holds what is not saved. */
export class Unsaved {
  #isThere = false;

  get isThere(): boolean {
    return this.#isThere;
  }

  /** Said by the form; it says so, too, when it goes. */
  set(isThere: boolean): void {
    this.#isThere = isThere;
  }
}
