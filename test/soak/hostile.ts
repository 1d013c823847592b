import { constants, setPriority } from 'node:os';
import { password } from '../support/service.ts';
import { attack, Person, type Timed } from './people.ts';

/** An attack on a service. */
export interface Siege {
  readonly base: string;
  /** When it ends, in milliseconds since 1970. */
  readonly until: number;
}

/**
 * Two hostile members of staff and a stranger, in a process of their own with the lowest priority: what their programs
 * compute would not take the service's processors, nor the time of honest clients.
 */
async function besiege({ base, until }: Siege): Promise<Timed[]> {
  const staff = ['hostile 0', 'hostile 1'].map((name) => new Person(base, name, password));
  const stranger = new Person(base, '', password);
  await Promise.all(staff.map((person) => attack(person, stranger, until)));
  return [...staff, stranger].flatMap(({ answers }) => answers.map((answer) => ({ ...answer, body: null })));
}

setPriority(constants.priority.PRIORITY_LOW);
process.once('message', (siege: Siege) => {
  void besiege(siege).then((answers) => process.send?.(answers, () => process.disconnect()));
});
