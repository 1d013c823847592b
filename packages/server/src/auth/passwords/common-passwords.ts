let passwords: Promise<ReadonlySet<string>> | undefined;

/** The most common passwords, in lower case; loaded when the first password is checked. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Whether a password, in lower case, is a common one, with or without digits and other signs after it: `password2024!`. */
export async function isCommonPassword(password: string): Promise<boolean> {
  passwords ??= commonPasswords();
  const common = await passwords;
  return common.has(password) || common.has(withoutTail(password));
}

/** A text without the digits, punctuation and spaces at its end. */
export function withoutTail(text: string): string {
  return text.replace(/[^\p{L}\p{M}]+$/u, '');
}
