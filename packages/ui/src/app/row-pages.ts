import { loadedPart } from '../loading/loaded-part.tsx';
import { PageSkeleton } from '../loading/page-skeleton.tsx';

const pages = () => import('../row/page/pages.ts');

/** The pages of a row. Their code is loaded when somebody begins to use a list, or before a row that is opened first. */
export const RowShow = loadedPart(async () => (await pages()).RowShow, PageSkeleton);
export const RowEdit = loadedPart(async () => (await pages()).RowEdit, PageSkeleton);
export const RowCreate = loadedPart(async () => (await pages()).RowCreate, PageSkeleton);

/** Loads them. */
export function loadRowPages(): void {
  for (const page of [RowShow, RowEdit, RowCreate]) page.load();
}
