import assert from 'node:assert/strict';
import { json } from './checks.ts';
import type { Host } from './host.ts';
import type { Project } from './project.ts';

const config = 'grimoire.config.ts';
const mounted = "baseUrl: '/admin/api/'";
const settings = 'settings: {';

/** What a directory of staff gets as `raw`, as docs/how-to/use-your-sign-in.md says. In Next.js, journeys sign in by it. */
const rawOf: Readonly<Record<string, string>> = {
  bun: 'Web',
  express: 'Node',
  fastify: 'Fastify',
  hono: 'Web',
  koa: 'Node',
  nest: 'Node',
  'node-http': 'Node',
  sveltekit: 'Web',
};

const kindOfRaw = `
const kindOf = (raw: any): string =>
  raw instanceof Request ? 'Web' : raw.server !== undefined && raw.raw !== undefined ? 'Fastify' : raw.socket !== undefined ? 'Node' : 'unknown';
`;

/** Whether the page says what `raw` is in a host, and no journey signs in by it. */
export function hasRaw({ name }: Host): boolean {
  return Object.hasOwn(rawOf, name);
}

/** The directory says what it got, with the header of a cookie from where its kind has that. */
export async function checkRaw(project: Project): Promise<void> {
  const cookie = "raw instanceof Request ? raw.headers.get('cookie') : raw.headers.cookie";
  const directory = `staffDirectory: { authenticate: ({ raw }: any) => ({ id: '1', username: \`\${kindOf(raw)} \${${cookie}}\` }) },`;
  const edits = [
    ['export default', `${kindOfRaw}export default`],
    project.read(config).includes(settings) ? [settings, `${settings} ${directory}`] : [mounted, `${mounted}, ${settings} ${directory} }`],
  ] as const;
  for (const [before, after] of edits) project.edit(config, before, after);
  await project.build();
  await project.during('start', async (origin) => {
    const response = await fetch(new URL('/admin/api/auth/me/', origin), { headers: { cookie: 'session=1' } });
    const user = await json<{ username?: string }>(response);
    assert.equal(user.username, `${rawOf[project.host.name]} session=1`, `what a directory of staff gets: ${JSON.stringify(user)}`);
  });
  for (const [before, after] of edits) project.edit(config, after, before);
}
