/** A mistake in the use of a command: its message is shown without a stack. */
export class UsageError extends Error {}
