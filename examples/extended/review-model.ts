import { model } from 'grimoire';

/** A review, whose rating an extension of the dashboard shows. */
export const review = model('review', 'shop.Review', {
  listDisplay: ['title', 'stars', 'status'],
  fields: { stars: { widget: { kind: 'own', name: 'stars', options: { max: 5 } } } },
});
