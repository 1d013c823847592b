/** The packages that are published, in the order that they need one another. */
export const published: readonly string[] = ['packages/protocol', 'packages/client', 'packages/ui', 'packages/server'];
