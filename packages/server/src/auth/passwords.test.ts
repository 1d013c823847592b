import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('of known browsers are checked before the guesses of strangers that wait', async () => {
    const stored = await hashPassword('correct horse battery');
    const ended: string[] = [];
    const check = async (name: string, isStranger: boolean): Promise<void> => {
      expect(await verifyPassword(stored, 'a guess', isStranger)).toBe(false);
      ended.push(name);
    };
    await Promise.all([...Array.from({ length: 40 }, () => check('stranger', true)), check('known', false)]);
    expect(ended.indexOf('known')).toBeLessThan(ended.length - 2);
  });

  it('match their own hash, and none where there is no hash', async () => {
    const stored = await hashPassword('correct horse battery');
    expect(await verifyPassword(stored, 'correct horse battery', true)).toBe(true);
    expect(await verifyPassword(stored, 'correct horse batter', false)).toBe(false);
    expect(await verifyPassword(null, 'a password that nobody has', false)).toBe(false);
  });
});
