import { Menu } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { namedIcon } from '../layout/model-icon.tsx';
import { pageAddress, useMenuPages } from './own-pages.tsx';
import { translated } from '../texts/text.ts';

/**
 * An item of the menu is a link. The Tab key stops once in the menu, at the page that is shown; the arrow keys go to the others.
 * @param isShown whether it leads to the page that is shown
 */
export function asLink(isShown: boolean): { readonly role: string; readonly tabIndex: number } {
  return { role: 'link', tabIndex: isShown ? 0 : -1 };
}

/** The pages of the extension in the menu, below the home page. */
export function OwnMenu() {
  const { pathname } = useLocation();
  return useMenuPages().map((page) => (
    <Menu.Item
      key={page.path}
      {...asLink(pathname === pageAddress(page))}
      to={pageAddress(page)}
      primaryText={translated(page.title)}
      leftIcon={namedIcon(page.icon ?? 'article')}
    />
  ));
}
