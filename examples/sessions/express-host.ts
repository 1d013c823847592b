import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import express, { type Request } from 'express';
import session from 'express-session';
import { type AdminSettings, toNodeHandler } from 'grimoire';
import { libraryAdmin, staffOf } from './library-admin.ts';

declare module 'express-session' {
  interface SessionData {
    username: string;
  }
}

/** Express with its own session, and the admin with its dashboard behind it. */
export async function startExpress(file: string, settings: AdminSettings = {}): Promise<Server> {
  const app = express();
  app.use(session({ secret: randomBytes(32).toString('hex'), resave: false, saveUninitialized: false }));
  // A host's own login; a real one asks for a password.
  app.post('/login', (request, response) => {
    request.session.username = String(request.query['username']);
    response.send('Welcome');
  });
  const admin = libraryAdmin(file, {
    ...settings,
    staffDirectory: { authenticate: ({ raw }) => staffOf((raw as Request).session.username) },
  });
  await admin.ready();
  app.use('/admin/api', toNodeHandler(admin));
  app.use('/admin', toNodeHandler(admin.ui({ path: '/admin/' })));
  return app.listen(0, '127.0.0.1');
}
