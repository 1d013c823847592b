import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import admin from './grimoire.config.ts';

const app = new Hono();
app.get('/', (context) => context.text('The application'));

// Hono removes /admin from the address; the handler finds the whole address in Node's request.
app.mount('/admin', admin.withDashboard().fetch);

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
