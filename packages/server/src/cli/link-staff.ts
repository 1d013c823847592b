import { type BooleanArgDef, type CommandDef, defineCommand, type StringArgDef } from 'citty';
import type { LinkMatch, MatchedColumn, StaffLinks } from '../auth/staff-links.ts';
import { type AdminArgs, adminArgs } from './load-admin.ts';
import { run } from './run.ts';
import { withStaffTables } from './staff-commands.ts';
import { UsageError } from './usage-error.ts';

type LinkArgs = AdminArgs & Readonly<Record<'username' | 'key' | 'match', StringArgDef>> & Readonly<Record<'none' | 'yes', BooleanArgDef>>;

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
  yes: { type: 'boolean', description: 'With --match: link each user for whom there is one row', default: false },
};

export const linkStaff: CommandDef<LinkArgs> = defineCommand({
  meta: { name: 'link-staff', description: "Say which row of the application's users a user is" },
  args: linkArgs,
  run: ({ args }) =>
    run(async () => {
      const wanted = wantedOf(args);
      await withStaffTables(args, async (admin) => {
        const links = await admin.staffLinks();
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
  /** Whether the users are linked, and not only listed. */
  readonly isWanted: boolean;
}

interface Given {
  readonly username?: string | undefined;
  readonly key?: string | undefined;
  readonly match?: string | undefined;
  readonly none: boolean;
  readonly yes: boolean;
}

/** What the options ask for. Throws a `UsageError` if they do not go together. */
function wantedOf({ username, key, match, none, yes }: Given): WantedLink | WantedMatches {
  if (username === undefined && key === undefined && !none && match !== undefined) return { match: pairOf(match), isWanted: yes };
  if (username !== undefined && match === undefined && !yes) {
    if (none && key === undefined) return { username, key: null };
    if (key !== undefined && !none) return { username, key };
  }
  throw new UsageError('Give --username with --key or --none, or --match, with --yes to link what it lists.');
}

/** `email` or `email=mail`: the user's own column, and the field of the row. */
function pairOf(match: string): readonly [MatchedColumn, string] {
  const [own = '', field = own, ...more] = match.split('=');
  if ((own === 'email' || own === 'username') && field !== '' && more.length === 0) return [own, field];
  throw new UsageError('--match takes "email" or "username", and the field of the row after "=" if that has another name.');
}

async function linkMatches(links: StaffLinks, { match: pair, isWanted }: WantedMatches): Promise<void> {
  const matches = await links.matches(...pair);
  for (const match of matches) console.log(`${match.username}  ${match.value}  ${resultOf(match)}`);
  const found = matches.filter(({ keys }) => keys.length === 1);
  if (isWanted) for (const { username, keys } of found) await links.set(username, keys[0] ?? null);
  const count = `${found.length} of ${matches.length} ${matches.length === 1 ? 'user' : 'users'} without a link`;
  const hint = found.length > 0 ? ' To link them: --yes, if each row belongs to the person who has the account.' : '';
  console.log(isWanted ? `${count} linked.` : `${count} can be linked.${hint}`);
}

function resultOf({ keys: [key, other] }: LinkMatch): string {
  if (key === undefined) return 'no row';
  return other === undefined ? `row ${key}` : 'several rows';
}
