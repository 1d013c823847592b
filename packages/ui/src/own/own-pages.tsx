import { useHasRight } from '../schema/use-schema.ts';
import { MayNotView } from '../layout/missing.tsx';
import type { PageEntry, Permission } from '../extension/extension.ts';
import { useExtension } from './use-extension.ts';
import { OwnPart } from './own-part.tsx';
import { translated, t } from '../texts/text.ts';

/** The address of a page of an extension. */
export function pageAddress({ path }: Pick<PageEntry, 'path'>): string {
  return `/pages/${path}`;
}

/** Asks whether the user may see something of an extension. */
export function useMaySee(): (entry: { readonly permission?: Permission }) => boolean {
  const may = useHasRight();
  return ({ permission }) => permission === undefined || may(permission.model, permission.right);
}

/** The pages of the extension that stand in the menu. */
export function useMenuPages(): readonly PageEntry[] {
  const { pages = [] } = useExtension();
  const maySee = useMaySee();
  return pages.filter((page) => page.menu !== false && maySee(page));
}

/** The page of an entry, or that the user may not see it. */
export function PageOf({ entry }: { readonly entry: PageEntry }) {
  const maySee = useMaySee();
  return maySee(entry) ? <entry.Page /> : <MayNotView />;
}

/** A page of the extension. */
export function OwnPage({ path }: { readonly path: string }) {
  const { pages = [] } = useExtension();
  const entry = pages.find((page) => page.path === path);
  if (!entry) return null;
  return (
    <OwnPart key={path} name={t('The page “%{title}”', { title: translated(entry.title) })}>
      <PageOf entry={entry} />
    </OwnPart>
  );
}
