import { defineAdmin, postgres } from 'grimoire';

/** Every table of the database, at `/admin/api/`; the dashboard is at `/admin/`. */
export default defineAdmin({
  database: postgres(process.env.DATABASE_URL),
  baseUrl: '/admin/api/',
});
