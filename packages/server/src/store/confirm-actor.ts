import type { Policy } from '../authorize/policy.ts';
import type { RawValue } from '../databases/statement.ts';

/** The actor's permissions have changed since they were read: the response for them is discarded. */
export class ActorChanged extends Error {}

/** Throws an {@link ActorChanged} if the actor's state in the database is not the one that the request was authorized with. */
export function requireSameActor(policy: Policy, state: RawValue | undefined): void {
  if (state !== policy.actor.actorCheck?.answer) throw new ActorChanged();
}
