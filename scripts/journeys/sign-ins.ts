import { randomBytes } from 'node:crypto';
import { npm } from '../hosts/commands.ts';
import { freePort } from '../hosts/project.ts';
import { edited, snippetOf as guideSnippet } from './guide.ts';
import { nextFiles, nextPackages } from './next-files.ts';
import type { Place } from './place.ts';
import type { Journey } from './shapes.ts';
import { type Application, authJs, betterAuth, checkSignIn, ownSessions } from './sign-in-checks.ts';
import * as files from './sign-in-files.ts';

const snippetOf = (heading: string): string => guideSnippet('how-to/use-your-sign-in.md', heading);

/** A config with a directory of the guide. */
function configWith(snippet: string): string {
  return `import { defineAdmin, postgres } from 'grimoire';
${snippet}
export default defineAdmin({
  database: postgres(process.env.DATABASE_URL),
  baseUrl: '/admin/api/',
  settings: { staffDirectory },
});
`;
}

const rows = "CREATE TABLE notes (id integer PRIMARY KEY, title text); INSERT INTO notes VALUES (1, 'One')";

/** A database with rows, and the service's own tables, by the command that reads a config of the application. */
async function withDatabase(place: Place, name: string): Promise<void> {
  const address = await place.postgres.createDatabase(name);
  await place.postgres.query(address, rows);
  const secret = (): string => randomBytes(32).toString('hex');
  place.environment = {
    DATABASE_URL: address,
    GRIMOIRE_SECRET: secret(),
    BETTER_AUTH_SECRET: secret(),
    AUTH_SECRET: secret(),
    NEXTAUTH_SECRET: secret(),
    AUTH_TRUST_HOST: 'true',
  };
}

/** The applications of one project of Next.js, each with its admin. */
const inNext: readonly (Application & { readonly config: () => string })[] = [
  { name: 'better', base: '/better/', signIn: betterAuth('/api/better'), config: () => snippetOf('better-auth') },
  {
    name: 'auth5',
    base: '/auth5/',
    signIn: authJs('/api/auth5'),
    config: () => configWith(edited(snippetOf('Auth.js in Next.js'), './auth', './lib/auth5')),
  },
  {
    name: 'auth4',
    base: '/auth4/',
    signIn: authJs('/api/auth'),
    config: () => configWith(files.withVersion4(snippetOf('Auth.js in Next.js'))),
  },
  { name: 'own', base: '/own/', signIn: ownSessions('/api/own'), config: () => configWith(snippetOf('Sessions of your own in Next.js')) },
];

/** Applications that sign in by a library or by themselves, whose staff enter the admin without a second sign-in. */
export const signIns: readonly Journey[] = [
  {
    name: 'sign-in-next',
    async run(place) {
      place.write({ ...nextFiles, ...files.next });
      for (const { name, base, config } of inNext)
        place.write({
          [`${name}.config.ts`]: edited(config(), '/admin/api/', `${base}api/`),
          [`app/${name}/[[...path]]/route.ts`]: files.nextRoute(name),
        });
      await place.install(
        ...nextPackages,
        'better-auth@1.7',
        'next-auth@4.24',
        'next-auth-5@npm:next-auth@5.0.0-beta.32',
        'pg@8',
        '@types/pg@8',
      );
      await withDatabase(place, 'sign-in-next');
      for (const { name } of inNext) await place.bin('grimoire', 'migrate', '--config', `${name}.config.ts`);
      await place.bin('next', 'build');
      const port = String(await freePort());
      const address = `http://127.0.0.1:${port}`;
      // Behind Next.js, the libraries do not know the address that the browser has named.
      place.environment = { ...place.environment, BETTER_AUTH_URL: address, NEXTAUTH_URL: address };
      await place.during(npm('exec', '--', 'next', 'start', '--hostname', '127.0.0.1', '--port', port), async (origin) => {
        await (await fetch(`${origin}/api/prepare`, { method: 'POST' })).text();
        for (const application of inNext) await checkSignIn(origin, application);
      });
    },
  },
  {
    name: 'sign-in-servers',
    async run(place) {
      place.write(files.servers);
      const better = edited(snippetOf('better-auth'), './lib/auth', './lib/auth.ts');
      const inExpress = edited(better, '(raw as Request).headers', 'fromNodeHeaders((raw as IncomingMessage).headers)');
      place.write({
        'hono.config.ts': edited(better, '/admin/api/', '/better/api/'),
        'express.config.ts': `import type { IncomingMessage } from 'node:http';\nimport { fromNodeHeaders } from 'better-auth/node';\n${inExpress}`,
        'auth.config.ts': edited(configWith(snippetOf('Auth.js elsewhere')), '/admin/api/', '/auth/api/'),
      });
      await place.install('better-auth@1.7', '@auth/core@0.41', '@hono/node-server@2', 'hono@4', 'express@5', 'pg@8');
      await withDatabase(place, 'sign-in-servers');
      for (const name of ['hono', 'express', 'auth']) await place.bin('grimoire', 'migrate', '--config', `${name}.config.ts`);
      await place.node('prepare.ts');
      await place.during(['hono.ts'], async (origin) => {
        await checkSignIn(origin, { name: 'better-auth in Hono', base: '/better/', signIn: betterAuth('/api/better') });
        await checkSignIn(origin, { name: '@auth/core in Hono', base: '/auth/', signIn: authJs('/api/auth') });
      });
      await place.during(['express.ts'], (origin) =>
        checkSignIn(origin, { name: 'better-auth in Express', base: '/admin/', signIn: betterAuth('/api/better') }),
      );
    },
  },
];
