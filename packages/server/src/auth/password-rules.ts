/** Characters that a password has at least. */
export const minPasswordLength = 8;

/** What is wrong with a new password; null where nothing is. */
export function passwordProblem(password: string, username: string): string | null {
  if (password.length < minPasswordLength) return `A password has at least ${minPasswordLength} characters.`;
  if (password.toLowerCase() === username.toLowerCase()) return 'The password must not be the username.';
  return null;
}
