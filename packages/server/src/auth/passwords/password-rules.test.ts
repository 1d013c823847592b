import { describe, expect, it } from 'vitest';
import { passwordProblem } from './password-rules.ts';

const ada = { username: 'ada.lovelace', email: 'countess@analytical.example' };

describe('the rules of passwords', () => {
  it.each([
    ['123456789', 'at least 10'],
    ['😀😀😀😀😀', 'at least 10'],
    ['Password2024!', 'most common'],
    ['PASSWORD2024!', 'most common'],
    ['Ｐａｓｓｗｏｒｄ2024!', 'most common'],
    ['1234567890', 'most common'],
    ['qwertyuiop', 'most common'],
    ['P@ssw0rd-2026', 'most common'],
    ['letmein ... 1', 'most common'],
    ['Ada.Lovelace', 'must not be the username'],
    ['Ada.Lovelace99', 'must not be the username'],
    ['my ada.LOVELACE word', 'must not contain the username'],
    ['Countess1843', 'email address'],
  ])('refuse %j', async (password, sentence) => {
    expect(String(await passwordProblem(password, ada))).toContain(sentence);
  });

  it.each([
    ['correct horse battery', ada],
    ['a long password', ada],
    ['analytical engine', ada],
    ['a countess writes', ada],
    ['😀😀😀😀😀😀😀😀😀😀', ada],
    // Three letters occur in too many words.
    ['a canada goose', { username: 'ada', email: 'ada@example.org' }],
    ['nothing of either', { username: '', email: '' }],
  ])('take %j', async (password, owner) => {
    expect(await passwordProblem(password, owner)).toBeNull();
  });
});
