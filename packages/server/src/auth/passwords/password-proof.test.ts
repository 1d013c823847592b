import { expect, it } from 'vitest';
import type { Staff, StaffUser } from '../staff.ts';
import { passwordOf } from './password-credential.ts';
import { passwordProof } from './password-proof.ts';

const ada = { username: 'ada', password: 'hash of ada' } as StaffUser;
const staff: Pick<Staff, 'byUsername'> = { byUsername: async (name) => (name.startsWith('a') ? ada : null) };

it.each([
  ['ada', null, { proof: { user: ada, credential: passwordOf(ada) }, checked: ['hash of ada', 'secret', true] }],
  ['ada', 'known', { proof: { user: ada, credential: passwordOf(ada) }, checked: ['hash of ada', 'secret', false] }],
  ['nobody', null, { proof: { user: null, credential: null }, checked: [null, 'secret', true] }],
  ['a\0da', null, { proof: { user: null, credential: null }, checked: [null, 'secret', true] }],
])('a password is checked whether %j is a user or not', async (username, device, { proof, checked }) => {
  const calls: unknown[] = [];
  const verify = async (...given: readonly unknown[]): Promise<boolean> => calls.push(given) > 0;
  expect(await passwordProof(staff, { username, password: 'secret', device }, verify)).toEqual(proof);
  expect(calls).toEqual([checked]);
});
