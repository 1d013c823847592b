interface Report {
  readonly message: string;
  readonly succeeded: number;
  readonly failed: readonly unknown[];
}

/** What was done with orders, such as “3 orders refunded.” Where some failed, the report of the service counts both. */
export function reportText({ message, succeeded, failed }: Report, done: string): string {
  return failed.length > 0 ? message : `${succeeded} ${succeeded === 1 ? 'order' : 'orders'} ${done}.`;
}
