import admin from './grimoire.config.ts';

const { fetch: fetchAdmin } = admin.withDashboard();

Bun.serve({
  port: Number(process.env.PORT ?? 3000),
  routes: {
    '/': new Response('The application'),
    '/admin': fetchAdmin,
    '/admin/*': fetchAdmin,
  },
});
