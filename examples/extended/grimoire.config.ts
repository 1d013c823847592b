import { defineAdmin, sqlite } from 'grimoire';
import { review } from './review-model.ts';

/** Reviews of a shop, in a dashboard with an extension of its own. */
export default defineAdmin({
  database: sqlite('reviews.db'),
  models: [review],
  dashboard: { extension: new URL('admin-ui/dist/admin-ui/', import.meta.url) },
});
