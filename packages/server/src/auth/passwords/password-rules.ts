import { type Message, say } from '../../texts/message.ts';

/** The least number of characters in a password. */
const minPasswordLength = 10;

/** The least length of a username that a password must not contain: shorter ones occur in too many passwords. */
const minNameInside = 4;

/** The user whose password is set. */
export interface PasswordOwner {
  readonly username: string;
  readonly email: string;
}

/** What is wrong with a new password; null if nothing is. */
export async function passwordProblem(password: string, owner: PasswordOwner): Promise<Message | null> {
  if (Array.from(password).length < minPasswordLength) return say('shortPassword', { count: minPasswordLength });
  const text = folded(password);
  const username = folded(owner.username);
  const mailbox = folded(owner.email.replace(/@[^@]*$/, ''));
  if (isName(text, username)) return say('passwordIsName');
  if (isName(text, mailbox)) return say('passwordIsMailbox');
  if (username.length >= minNameInside && text.includes(username)) return say('passwordHasName');
  return (await isCommonPassword(text)) ? say('commonPassword') : null;
}

/** Whether a password is only a name, with or without digits after it. */
function isName(password: string, name: string): boolean {
  return name !== '' && (password === name || withoutTail(password) === name);
}

/** The form in which passwords are compared: equal for all ways to type the same text. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

let passwords: Promise<ReadonlySet<string>> | undefined;

/** The most common passwords, in lower case; loaded when the first password is checked. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Whether a password, in lower case, is a common one, with or without digits and other signs after it: `password2024!`. */
async function isCommonPassword(password: string): Promise<boolean> {
  passwords ??= commonPasswords();
  const common = await passwords;
  return common.has(password) || common.has(withoutTail(password));
}

/** A text without the digits, punctuation and spaces at its end. */
function withoutTail(text: string): string {
  return text.replace(/[^\p{L}\p{M}]+$/u, '');
}
