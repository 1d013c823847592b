/** How often the service is asked for the same, if it had no time for a part of it. */
const mostTries = 3;

/** Milliseconds between two of these times. */
const pauseBetween = 500;

interface Asked<Answer> {
  readonly state: { readonly data: Answer | undefined; readonly dataUpdateCount: number; readonly errorUpdateCount: number };
}

/**
 * The `refetchInterval` of a query whose answer may lack what the service had no time for, such as after a pause on SQLite: a moment later it
 * may be there.
 */
export function askedAgain<Answer>(isComplete: (answer: Answer) => boolean) {
  return ({ state: { data, dataUpdateCount, errorUpdateCount } }: Asked<Answer>): number | false =>
    data !== undefined && !isComplete(data) && dataUpdateCount + errorUpdateCount < mostTries && pauseBetween;
}
