import { password } from './sign-in-checks.ts';

/** The users of every application, by their addresses. */
const users = `export const users: Record<string, { id: string; name: string; role: string }> = {
  'admin@example.com': { id: '1', name: 'Ada', role: 'admin' },
  'reader@example.com': { id: '2', name: 'Rolf', role: 'reader' },
};
/** The user of an address and a password. */
export function signedIn(email: unknown, password: unknown) {
  const user = typeof email === 'string' ? users[email] : undefined;
  return user && password === '${password}' ? { ...user, email: String(email) } : null;
}
`;

const betterAuth = (end: string): string => `import { betterAuth } from 'better-auth';
import pg from 'pg';
import { users } from './users${end}';

export const auth = betterAuth({
  basePath: '/api/better',
  database: new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 }),
  emailAndPassword: { enabled: true },
  user: { additionalFields: { role: { type: 'string', input: false, defaultValue: 'reader' } } },
});

/** Creates the tables of better-auth with the users. */
export async function prepare() {
  const context = await auth.$context;
  await context.runMigrations();
  for (const [email, { name, role }] of Object.entries(users)) {
    await auth.api.signUpEmail({ body: { email, name, password: '${password}' } });
    const user = await context.internalAdapter.findUserByEmail(email);
    if (user) await context.internalAdapter.updateUser(user.user.id, { role });
  }
}
`;

const callbacks = `  callbacks: {
    jwt({ token, user }) {
      if (user) token.role = (user as { role?: string }).role;
      return token;
    },
    session({ session, token }) {
      if (session.user) session.user.role = String(token.role);
      return session;
    },
  },
`;
const credentials = `Credentials({
    credentials: { email: {}, password: {} },
    authorize: async (given) => signedIn(given?.email, given?.password),
  })`;

/** The config of an admin with next-auth 4: as the guide says in words. */
export function withVersion4(snippet: string): string {
  return snippet
    .replace("import { auth } from './auth';", "import { getServerSession } from 'next-auth';\nimport { authOptions } from './lib/auth4';")
    .replace('(await auth())?.user', '(await getServerSession(authOptions))?.user');
}

/** The route of one of several admins of a project of Next.js. */
export function nextRoute(name: string): string {
  return `import { nextHandlers } from 'grimoire/next';
import admin from '../../../${name}.config';

export const { GET, HEAD, POST, PATCH, DELETE, OPTIONS } = nextHandlers(admin, { behindProxy: true });
`;
}

/** The files of an application of Next.js that signs users in by four ways. */
export const next: Readonly<Record<string, string>> = {
  'lib/users.ts': users,
  'lib/auth.ts': betterAuth(''),
  'lib/auth5.ts': `import NextAuth from 'next-auth-5';
import Credentials from 'next-auth-5/providers/credentials';
import { signedIn } from './users';

declare module 'next-auth-5' {
  interface User {
    role?: string;
  }
}

export const { handlers, auth } = NextAuth({
  basePath: '/api/auth5',
  providers: [${credentials}],
${callbacks}});
`,
  'lib/auth4.ts': `import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { signedIn } from './users';

declare module 'next-auth' {
  interface Session {
    user?: { name?: string | null; email?: string | null; role?: string };
  }
}

export const authOptions: NextAuthOptions = {
  session: { strategy: 'jwt' },
  providers: [${credentials}],
${callbacks}};
`,
  'lib/sessions.ts': `import pg from 'pg';
import { users } from './users';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });

export async function createSession(email: string): Promise<string> {
  const key = crypto.randomUUID();
  await pool.query('CREATE TABLE IF NOT EXISTS visits (key text PRIMARY KEY, email text)');
  await pool.query('INSERT INTO visits VALUES ($1, $2)', [key, email]);
  return key;
}

export async function endSession(key: string): Promise<void> {
  await pool.query('DELETE FROM visits WHERE key = $1', [key]);
}

export async function userOfSession(key: string) {
  const { rows } = await pool.query('SELECT email FROM visits WHERE key = $1', [key]);
  const email = rows[0]?.email as string | undefined;
  const user = email === undefined ? undefined : users[email];
  return user && email !== undefined ? { id: user.id, email, isAdmin: user.role === 'admin' } : null;
}
`,
  'app/api/better/[...all]/route.ts': `import { toNextJsHandler } from 'better-auth/next-js';
import { auth } from '../../../../lib/auth';

export const { GET, POST } = toNextJsHandler(auth);
`,
  'app/api/auth5/[...nextauth]/route.ts': `import { handlers } from '../../../../lib/auth5';

export const { GET, POST } = handlers;
`,
  'app/api/auth/[...nextauth]/route.ts': `import NextAuth from 'next-auth';
import { authOptions } from '../../../../lib/auth4';

const handler = NextAuth(authOptions);
export { handler as GET, handler as POST };
`,
  'app/api/own/route.ts': `import { cookies } from 'next/headers';
import { createSession, endSession } from '../../../lib/sessions';
import { signedIn } from '../../../lib/users';

export async function POST(request: Request) {
  const { email, password } = await request.json();
  const user = signedIn(email, password);
  if (!user) return new Response('No', { status: 401 });
  (await cookies()).set('session', await createSession(user.email), { httpOnly: true, sameSite: 'lax', path: '/' });
  return new Response('Welcome');
}

/** The key stays in the browser: the session itself has ended. */
export async function DELETE() {
  await endSession((await cookies()).get('session')?.value ?? '');
  return new Response('Goodbye');
}
`,
  'app/api/prepare/route.ts': `import { prepare } from '../../../lib/auth';

export async function POST() {
  await prepare();
  return new Response('Done');
}
`,
};

const listening = "console.log('http://127.0.0.1:' + port)";

/** The files of applications of Hono and Express. */
export const servers: Readonly<Record<string, string>> = {
  'lib/users.ts': users,
  'lib/auth.ts': betterAuth('.ts'),
  'prepare.ts': "import { prepare } from './lib/auth.ts';\nawait prepare();\nprocess.exit();\n",
  'hono.ts': `import { Auth, setEnvDefaults } from '@auth/core';
import Credentials from '@auth/core/providers/credentials';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { auth } from './lib/auth.ts';
import { signedIn } from './lib/users.ts';
import authAdmin from './auth.config.ts';
import betterAdmin from './hono.config.ts';

const config = {
  basePath: '/api/auth',
  providers: [${credentials}],
${callbacks}};
setEnvDefaults(process.env, config as never);

const app = new Hono();
app.all('/api/better/*', (context) => auth.handler(context.req.raw));
app.all('/api/auth/*', (context) => Auth(context.req.raw, config as never));
const [better, other] = [betterAdmin.withDashboard(), authAdmin.withDashboard()];
app.all('/better/*', (context) => better.fetch(context.req.raw));
app.all('/auth/*', (context) => other.fetch(context.req.raw));
app.get('/', (context) => context.text('The application'));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => ${listening});
`,
  'express.ts': `import type { AddressInfo } from 'node:net';
import { toNodeHandler as toAuthHandler } from 'better-auth/node';
import express from 'express';
import { toNodeHandler } from 'grimoire';
import admin from './express.config.ts';
import { auth } from './lib/auth.ts';

const app = express();
app.all('/api/better/{*any}', toAuthHandler(auth));
app.use('/admin', toNodeHandler(admin.withDashboard()));
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  ${listening};
});
`,
};
