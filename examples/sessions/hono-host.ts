import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { type HttpBindings, serve } from '@hono/node-server';
import type { AdminSettings } from 'grimoire';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { libraryAdmin, staffOf } from './library-admin.ts';

type Bindings = { Bindings: HttpBindings };

/** Hono with a session of its own, and the admin with its dashboard behind it. */
export async function startHono(file: string, settings: AdminSettings = {}): Promise<Server> {
  const app = new Hono<Bindings>();
  const sessions = new Map<string, string>();
  const userOf = (context: Context<Bindings>): string | undefined => sessions.get(getCookie(context, 'visit') ?? '');
  const contexts = new WeakMap<object, Context<Bindings>>();
  // A host's own login; a real one asks for a password.
  app.post('/login', (context) => {
    const id = randomBytes(32).toString('hex');
    sessions.set(id, context.req.query('username') ?? '');
    setCookie(context, 'visit', id, { httpOnly: true, sameSite: 'Lax' });
    return context.text('Welcome');
  });
  const admin = libraryAdmin(file, {
    ...settings,
    staffDirectory: {
      authenticate({ raw }) {
        const context = contexts.get(raw as object);
        return staffOf(context && userOf(context));
      },
    },
  });
  await admin.ready();
  app.all('/admin/api/*', (context) => {
    contexts.set(context.req.raw, context);
    return admin.fetch(context.req.raw, { remoteAddress: context.env.incoming.socket.remoteAddress ?? null });
  });
  const dashboard = admin.ui({ path: '/admin/' });
  app.get('/admin/*', (context) => dashboard.fetch(context.req.raw));
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(server as Server));
  });
}
