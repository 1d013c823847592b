import './extended.css';
import { defineExtension } from '@grimoire/ui';
import { AnswerPanel } from './answer-panel.tsx';
import { OpenReviews, PoorLink, SimilarReviews } from './open-reviews.tsx';
import { translations } from './translations.ts';
import { ReviewsPage } from './reviews-page.tsx';
import { StarsCell, StarsInput } from './stars.tsx';

const viewReviews = { model: 'shop.Review', right: 'view' } as const;

export default defineExtension({
  kinds: { stars: { Cell: StarsCell, Input: StarsInput } },
  fields: { 'shop.Review.status': { Cell: ({ value }: { readonly value: string }) => <em>{value}</em> } },
  pages: [{ path: 'poor-reviews', title: 'Poor reviews', icon: 'star', permission: viewReviews, Page: ReviewsPage }],
  rowPanels: { 'shop.Review': [{ title: 'Answer', Content: AnswerPanel }] },
  rowTabs: { 'shop.Review': [{ title: 'Similar', Content: SimilarReviews }] },
  listTools: { 'shop.Review': PoorLink },
  cards: { open: { title: 'Open reviews', permission: viewReviews, Card: OpenReviews } },
  translations,
  theme: { light: { page: '#f4f1ea', line: '#ddd6c7' }, dark: { page: '#14120d' } },
});
