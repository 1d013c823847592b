import { expect, it, vi } from 'vitest';
import type { Staff, StaffUser } from '../staff.ts';
import { passwordProof } from './password-proof.ts';
import { verifyPassword } from './passwords.ts';

vi.mock('./passwords.ts', () => ({ verifyPassword: vi.fn<typeof verifyPassword>(async () => true) }));

const ada = { username: 'ada', password: 'hash of ada' } as StaffUser;
const staff = { byUsername: async (name: string) => (name.startsWith('a') ? ada : null) } as Staff;

it.each([
  ['ada', null, { proof: { user: ada, isGiven: true }, checked: ['hash of ada', 'secret', true] }],
  ['ada', 'known', { proof: { user: ada, isGiven: true }, checked: ['hash of ada', 'secret', false] }],
  ['nobody', null, { proof: { user: null, isGiven: false }, checked: [null, 'secret', true] }],
  ['a\0da', null, { proof: { user: null, isGiven: false }, checked: [null, 'secret', true] }],
])('a password is checked whether %j is a user or not', async (username, device, { proof, checked }) => {
  vi.mocked(verifyPassword).mockClear();
  expect(await passwordProof(staff, { username, password: 'secret', device })).toEqual(proof);
  expect(vi.mocked(verifyPassword).mock.calls).toEqual([checked]);
});
