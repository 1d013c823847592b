import { isCancel, password as askPassword, text } from '@clack/prompts';
import { type CommandDef, defineCommand, type StringArgDef } from 'citty';
import type { Admin } from '../admin/admin.ts';
import { type PasswordOwner, passwordProblem } from '../auth/passwords/password-rules.ts';
import { hashPassword } from '../auth/passwords/passwords.ts';
import { type AdminArgs, adminArgs, loadAdmin } from './load-admin.ts';
import { run } from './run.ts';
import { UsageError } from './usage-error.ts';

type StaffArgs = AdminArgs & { readonly username: StringArgDef };

const staffArgs: StaffArgs = {
  ...adminArgs,
  username: { type: 'string', description: 'Name of the user; the password comes from GRIMOIRE_PASSWORD, or is asked for' },
};

type NewStaffArgs = StaffArgs & Readonly<Record<'email' | 'link', StringArgDef>>;

const newStaffArgs: NewStaffArgs = {
  ...staffArgs,
  email: { type: 'string', description: 'Email address of the user' },
  link: { type: 'string', description: 'Key of the row of `settings.staffLink` that the user is', valueHint: 'KEY' },
};

export const createSuperuser: CommandDef<NewStaffArgs> = defineCommand({
  args: newStaffArgs,
  run: ({ args }) =>
    run(() =>
      withStaffTables(args, async (admin) => {
        const staff = await admin.operations.staff();
        const username = typeof args.username === 'string' ? args.username : await ask('Username');
        if (!/^[\w.@+-]{1,150}$/u.test(username)) throw new UsageError('A username is up to 150 letters, digits and @ . + - _');
        if (await staff.byUsername(username)) throw new UsageError(`There is a user "${username}" already.`);
        const email = emailOf(args.email);
        const password = await choosePassword(args.username !== undefined, { username, email });
        const links = args.link === undefined ? undefined : await admin.operations.staffLinks();
        if (args.link !== undefined) await links?.requireRow(args.link);
        await staff.create({ username, email, password: await hashPassword(password), isStaff: true, isSuperuser: true });
        if (args.link !== undefined) await links?.set(username, args.link);
        console.log(`Superuser "${username}" made.`);
      }),
    ),
});

export const changePassword: CommandDef<StaffArgs> = defineCommand({
  args: staffArgs,
  run: ({ args }) =>
    run(() =>
      withStaffTables(args, async (admin) => {
        const staff = await admin.operations.staff();
        const username = typeof args.username === 'string' ? args.username : await ask('Username');
        const user = await staff.byUsername(username);
        if (!user) throw new UsageError(`There is no user "${username}".`);
        const password = await choosePassword(args.username !== undefined, user);
        await staff.replacePassword(username, await hashPassword(password));
        console.log(`Password of "${username}" changed.`);
        if (!user.isActive || !user.isStaff) console.log('The account may not sign in: it is not active, or not staff.');
      }),
    ),
});

function emailOf(given: string | undefined): string {
  if (given !== undefined && !/^[^@\s]+@[^@\s]+$/.test(given)) throw new UsageError(`"${given}" is no email address.`);
  return given ?? '';
}

/** Runs a job with an admin whose own tables are up to date. */
export async function withStaffTables(args: Parameters<typeof loadAdmin>[0], job: (admin: Admin) => Promise<void>): Promise<void> {
  const admin = await loadAdmin(args);
  try {
    // The notes are meant for the operator of the service: once they are requested, they are not logged.
    await admin.operations.notes();
    await admin.ready();
    await job(admin);
  } finally {
    await admin.close();
  }
}

function hasTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

function requireTerminal(): void {
  if (hasTerminal()) return;
  throw new UsageError('There is no terminal to ask at: give --username NAME, and set GRIMOIRE_PASSWORD to the password.');
}

async function ask(message: string): Promise<string> {
  requireTerminal();
  const answer = await text({ message });
  if (isCancel(answer) || !answer) throw new UsageError('Nothing was changed.');
  return answer;
}

async function choosePassword(fromEnvironment: boolean, owner: PasswordOwner): Promise<string> {
  const password = process.env['GRIMOIRE_PASSWORD'];
  if (fromEnvironment && !password && !hasTerminal()) throw new UsageError('With --username, set GRIMOIRE_PASSWORD to the password.');
  if (!fromEnvironment || !password) return askPasswords(owner);
  const problem = await passwordProblem(password, owner);
  if (problem !== null) throw new UsageError(String(problem));
  return password;
}

/** Asks until a password fits the rules and is typed twice in the same way. */
async function askPasswords(owner: PasswordOwner): Promise<string> {
  requireTerminal();
  for (;;) {
    const first = await askPassword({ message: 'Password' });
    if (isCancel(first)) throw new UsageError('Nothing was changed.');
    const problem = await passwordProblem(first, owner);
    if (problem !== null) {
      console.error(String(problem));
      continue;
    }
    const second = await askPassword({ message: 'Password (again)' });
    if (isCancel(second)) throw new UsageError('Nothing was changed.');
    if (first === second) return first;
    console.error('The two passwords differ.');
  }
}
