import { hash } from 'node:crypto';
import { type BooleanArgDef, type CommandDef, defineCommand, type StringArgDef } from 'citty';
import type { LinkMatch, MatchedColumn, StaffLinks } from '../auth/staff-links.ts';
import { type AdminArgs, adminArgs } from './load-admin.ts';
import { run } from './run.ts';
import { withStaffTables } from './staff-commands.ts';
import { UsageError } from './usage-error.ts';

type LinkArgs = AdminArgs & Readonly<Record<'username' | 'key' | 'match' | 'confirm', StringArgDef>> & { readonly none: BooleanArgDef };

const linkArgs: LinkArgs = {
  ...adminArgs,
  username: { type: 'string', description: 'Name of the user; goes with --key or --none' },
  key: { type: 'string', description: 'Key of the row of `settings.staffLink` that the user is', valueHint: 'KEY' },
  none: { type: 'boolean', description: 'Ends the link of the user', default: false },
  match: {
    type: 'string',
    description: 'List the rows with the email address or username of each user without a link: email, username, or email=FIELD of the row',
    valueHint: 'OWN=FIELD',
  },
  confirm: { type: 'string', description: 'With --match: link the users of the list that was printed with this code', valueHint: 'CODE' },
};

export const linkStaff: CommandDef<LinkArgs> = defineCommand({
  args: linkArgs,
  run: ({ args }) =>
    run(async () => {
      const wanted = wantedOf(args);
      await withStaffTables(args, async (admin) => {
        const links = await admin.operations.staffLinks();
        if ('match' in wanted) return linkMatches(links, wanted);
        await links.set(wanted.username, wanted.key);
        console.log(`"${wanted.username}" is linked to ${wanted.key === null ? 'no row' : `the row ${wanted.key}`}.`);
      });
    }),
});

interface WantedLink {
  readonly username: string;
  readonly key: string | null;
}

interface WantedMatches {
  readonly match: readonly [MatchedColumn, string];
  /** The code of the list whose users are linked; undefined if it is only printed. */
  readonly confirmed: string | undefined;
}

interface Given {
  readonly username?: string | undefined;
  readonly key?: string | undefined;
  readonly match?: string | undefined;
  readonly confirm?: string | undefined;
  readonly none: boolean;
}

/** What the options ask for. Throws a `UsageError` if they do not go together. */
function wantedOf({ username, key, match, confirm, none }: Given): WantedLink | WantedMatches {
  if (username === undefined && key === undefined && !none && match !== undefined) return { match: pairOf(match), confirmed: confirm };
  if (username !== undefined && match === undefined && confirm === undefined) {
    if (none && key === undefined) return { username, key: null };
    if (key !== undefined && !none) return { username, key };
  }
  throw new UsageError('Give --username with --key or --none, or --match, with --confirm to link what it has listed.');
}

/** `email` or `email=mail`: the user's own column, and the field of the row. */
function pairOf(match: string): readonly [MatchedColumn, string] {
  const [own = '', field = own, ...more] = match.split('=');
  if ((own === 'email' || own === 'username') && field !== '' && more.length === 0) return [own, field];
  throw new UsageError('--match takes "email" or "username", and the field of the row after "=" if that has another name.');
}

/** A list is confirmed by its code, so that nothing is linked that the operator has not read: users may change their own email address. */
async function linkMatches(links: StaffLinks, { match: pair, confirmed }: WantedMatches): Promise<void> {
  const matches = await links.matches(...pair);
  const linkable = matches.flatMap(({ username, keys: [key, other] }) =>
    key === undefined || other !== undefined ? [] : [{ username, key }],
  );
  const code = codeOf(linkable);
  if (confirmed !== undefined && confirmed !== code) throw new UsageError('The list has changed since. Read it again, without --confirm.');
  for (const match of matches) console.log(printable(`${match.username}  ${match.value}  ${resultOf(match)}`));
  if (confirmed !== undefined) for (const { username, key } of linkable) await links.set(username, key);
  const count = `${linkable.length} of ${matches.length} ${matches.length === 1 ? 'user' : 'users'} without a link`;
  const hint = linkable.length > 0 ? ` To link them: --confirm ${code}, if each row belongs to the person who has the account.` : '';
  console.log(confirmed === undefined ? `${count} can be linked.${hint}` : `${count} linked.`);
}

function codeOf(links: readonly { readonly username: string; readonly key: string }[]): string {
  return hash('sha256', JSON.stringify(links.map(({ username, key }) => [username, key]))).slice(0, 10);
}

/** A line without control characters, which could change what a terminal shows. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}

function resultOf({ keys: [key, other] }: LinkMatch): string {
  if (key === undefined) return 'no row';
  return other === undefined ? `row ${key}` : 'several rows';
}
