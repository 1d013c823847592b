import { defineAdmin, sqlite } from 'grimoire';

/** Every table of the database, at `/admin/api/`; the dashboard is at `/admin/`. */
export default defineAdmin({
  database: sqlite('library.sqlite'),
  baseUrl: '/admin/api/',
});
