/**
 * Keys of users who do not exist, with whom row rules are tried: almost the largest number of 32 bits and of 16, which keys that are counted upward
 * do not reach, and a UUID that nobody generates.
 */
export const sampleKeys: readonly [string, ...string[]] = ['2147483646', '32766', 'ffffffff-ffff-4fff-bfff-fffffffffffe'];

/** The name of that user: the service's own staff have no brackets in their names. */
export const sampleName = '(sample user)';
