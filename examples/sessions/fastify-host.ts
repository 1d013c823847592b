import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import session from '@fastify/session';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type AdminSettings, toNodeHandler } from 'grimoire';
import { libraryAdmin, staffOf } from './library-admin.ts';

declare module 'fastify' {
  interface Session {
    username?: string;
  }
}

/** Fastify with its own session, and the admin with its dashboard behind it. */
export async function startFastify(file: string, settings: AdminSettings = {}): Promise<FastifyInstance> {
  const app = fastify();
  await app.register(cookie);
  await app.register(session, { secret: randomBytes(32).toString('hex'), cookie: { secure: false } });
  // A host's own login; a real one asks for a password.
  app.post<{ Querystring: { username: string } }>('/login', (request, reply) => {
    request.session.username = request.query.username;
    return reply.send('Welcome');
  });
  const admin = libraryAdmin(file, {
    ...settings,
    staffDirectory: { authenticate: ({ raw }) => staffOf((raw as FastifyRequest).session.username) },
  });
  await admin.ready();
  await app.register(async (api) => {
    // The admin reads bodies itself: long numbers stay as they are, and mistakes are answered as its other routes do.
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', (_request, _payload, done) => done(null));
    api.all('/admin/api/*', toNodeHandler(admin));
  });
  const dashboard = toNodeHandler(admin.ui({ path: '/admin/' }));
  for (const path of ['/admin', '/admin/*']) app.get(path, dashboard);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}
