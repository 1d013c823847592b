/** Whether a form of the page holds what is not saved. */
let isThere = false;

export function hasUnsaved(): boolean {
  return isThere;
}

/** Said by the form; it says so, too, when it goes. */
export function setUnsaved(is: boolean): void {
  isThere = is;
}
