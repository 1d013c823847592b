import type { BenchCase } from './cases.ts';
import { makeChanges } from './changes.ts';
import { bodyOf } from './service-client.ts';

/** Where the two servers are, and the token that the service wants. */
export interface Servers {
  readonly floor: string;
  readonly service: string;
  readonly token: string;
}

/** Throws with the first difference where the floor's answer is not the service's, byte for byte. */
export async function requireSameBytes({ floor, service, token }: Servers, { name, path: folder, changes }: BenchCase): Promise<void> {
  const { path, ...init } = changes ? makeChanges(folder, changes)() : { path: folder };
  // One after the other: a change is made twice.
  const ofService = await bodyOf(`${service}${path}`, token, init);
  const ofFloor = await bodyOf(`${floor}${path}`, null, init);
  if (ofFloor === ofService) return;
  let place = 0;
  while (ofFloor[place] === ofService[place]) place += 1;
  const around = (text: string): string => text.slice(Math.max(0, place - 60), place + 60);
  throw new Error(`"${name}" differs at character ${place}:\nfloor   …${around(ofFloor)}…\nservice …${around(ofService)}…`);
}
