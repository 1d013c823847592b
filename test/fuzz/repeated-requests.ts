import { type Generator, isReachable, segment } from './generator.ts';
import { get, type Move } from './read-requests.ts';
import type { Got } from './session.ts';
import { changesOf } from './write-checks.ts';
import { sendingOf, write } from './write-requests.ts';

/** A create with an `Idempotency-Key`, twice: the second one answers the same, and does nothing. */
export function repeatedMove(generator: Generator): Move {
  const { dice, session } = generator;
  const [user, plan] = [generator.user(), generator.plan()];
  const headers = { 'idempotency-key': `key-${dice.seed()}` };
  const request = { ...write('repeated', user, 'POST', `/r/${plan.key}/`, sendingOf(generator, user, plan, true).body), headers };
  return {
    request,
    follow(first) {
      if (first.status !== 201) return null;
      const before = session.oracle.snapshot;
      return {
        request,
        check(second) {
          const isSame = second.status === first.status && second.text === first.text;
          const changes = changesOf(session.plans, before, session.oracle.snapshot);
          return [
            ...(isSame ? [] : [`a repeated request is answered ${second.status} ${second.text.slice(0, 200)}`]),
            ...changes.map(({ key }) => `a repeated request has changed ${JSON.stringify(key)}`),
          ];
        },
      };
    },
  };
}

/** A row, changed with its `ETag`, and once more with the same. */
export function entityTagMove(generator: Generator): Move {
  const [user, plan] = [generator.user(), generator.plan()];
  const key = generator.key(user, plan);
  const path = `/r/${plan.key}/${segment(key)}/`;
  const change = (got: Got, isStale: boolean): Move | null => {
    const tag = got.headers.get('etag');
    if (tag === null) return null;
    const request = {
      ...write('entity tag', user, 'PATCH', path, sendingOf(generator, user, plan, false).body),
      headers: { 'if-match': tag },
    };
    return {
      request,
      check: ({ status }) => (status === (isStale ? 200 : 412) ? [`${status} for the ${isStale ? 'old ' : ''}tag of the row`] : []),
      follow: (next) => (!isStale && next.status === 200 && next.headers.get('etag') !== tag ? change(got, true) : null),
    };
  };
  return { request: get('entity tag', user, path), follow: (got) => (got.status === 200 && isReachable(key) ? change(got, false) : null) };
}
