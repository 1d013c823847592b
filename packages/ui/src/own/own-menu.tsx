import { Menu } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { namedIcon } from '../layout/model-icon.tsx';
import { pageAddress, useMenuPages } from './own-pages.tsx';
import { translated } from '../texts/text.ts';

/** The pages of the extension in the menu, below the home page. */
export function OwnMenu() {
  const { pathname } = useLocation();
  return useMenuPages().map((page) => (
    <Menu.Item
      key={page.path}
      role="link"
      tabIndex={pathname === pageAddress(page) ? 0 : -1}
      to={pageAddress(page)}
      primaryText={translated(page.title)}
      leftIcon={namedIcon(page.icon ?? 'article')}
    />
  ));
}
