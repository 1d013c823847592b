import { isCommonPassword, withoutTail } from './common-passwords.ts';

/** Characters that a password has at least. */
const minPasswordLength = 10;

/** Characters from which on a username may be no part of a password: shorter ones are in too many. */
const minNameInside = 4;

/** Whose password it is to be. */
export interface PasswordOwner {
  readonly username: string;
  readonly email: string;
}

/** What is wrong with a new password; null where nothing is. */
export async function passwordProblem(password: string, owner: PasswordOwner): Promise<string | null> {
  if (Array.from(password).length < minPasswordLength) return `A password has at least ${minPasswordLength} characters.`;
  const text = folded(password);
  const username = folded(owner.username);
  const mailbox = folded(owner.email.replace(/@[^@]*$/, ''));
  if (isName(text, username)) return 'The password must not be the username.';
  if (isName(text, mailbox)) return 'The password must not be the name in the email address.';
  if (username.length >= minNameInside && text.includes(username)) return 'The password must not contain the username.';
  return (await isCommonPassword(text)) ? 'The password is one of the most common ones.' : null;
}

/** Whether a password is no more than a name, with digits after it or not. */
function isName(password: string, name: string): boolean {
  return name !== '' && (password === name || withoutTail(password) === name);
}

/** As a password is compared: in the form that all ways to type it have in common. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
