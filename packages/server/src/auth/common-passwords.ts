let known: Promise<ReadonlySet<string>> | undefined;

/** What has been found to be chosen most often, in lower case; read when the first password is chosen. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Whether a password, in lower case, is among the commonest, also with digits and other signs after it: `password2024!`. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= commonPasswords();
  const common = await known;
  return common.has(password) || common.has(withoutTail(password));
}

/** A text without the digits, punctuation and spaces at its end. */
export function withoutTail(text: string): string {
  return text.replace(/[^\p{L}\p{M}]+$/u, '');
}
