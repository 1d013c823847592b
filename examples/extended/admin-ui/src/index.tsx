import { defineExtension } from '@grimoire/ui';
import { ReviewsPage } from './reviews-page.tsx';
import { StarsCell } from './stars.tsx';

export default defineExtension({
  kinds: { stars: { Cell: StarsCell } },
  pages: [
    { path: 'poor-reviews', title: 'Poor reviews', icon: 'star', permission: { model: 'shop.Review', right: 'view' }, Page: ReviewsPage },
  ],
});
