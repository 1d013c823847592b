import { defineAdmin, sqlite } from 'grimoire';

/** Every table of the database, at `/admin/api/`; the dashboard is at `/admin/`. */
export default defineAdmin({
  database: sqlite('library.sqlite'),
  baseUrl: '/admin/api/',
  // The adapter for Node takes every request for one of HTTPS, unless its origin is known when it is built.
  settings: { publicUrl: process.env.ORIGIN ?? 'http://localhost:3000' },
});
