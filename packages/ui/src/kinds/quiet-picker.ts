/**
 * The props of a picker in a form. Its list opens for who clicks, types or presses an arrow key: a save gives the keyboard back to it, or to what is
 * wrong with it. It keeps what is typed when it is left.
 */
export const quietPicker = { openOnFocus: false, clearOnBlur: false } as const;
