import DocsIcon from '@mui/icons-material/MenuBookOutlined';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import NewIcon from '@mui/icons-material/NewReleasesOutlined';
import TourIcon from '@mui/icons-material/ExploreOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import type { ReactElement } from 'react';
import { useGetIdentity, useUserMenu } from 'react-admin';
import { keysAsked } from '../layout/shortcut-help.tsx';
import { useService } from '../session/service.ts';
import { t } from '../texts/text.ts';
import { NewsDot } from './news-dot.tsx';
import { tourAsked } from './tour.tsx';
import { newsAsked, useNews } from './whats-new.tsx';

declare module '../session/settings.ts' {
  interface PageSettings {
    /** The documentation of the host application: `https:`, or a path on the own origin. */
    readonly helpUrl: string | null;
  }
}

/** The head of the help in the account menu. */
export function HelpHead() {
  return (
    <ListSubheader role="presentation" disableSticky sx={{ lineHeight: '28px', fontSize: 12, bgcolor: 'transparent' }}>
      {t('Help')}
    </ListSubheader>
  );
}

/** The keys, the tour, the documentation of the host, and what is new. */
export function HelpItems() {
  const { helpUrl } = useService().settings;
  const { identity } = useGetIdentity();
  const { isTold, isThere } = useNews();
  const menu = useUserMenu();
  return (
    <>
      <AskingItem icon={<KeyboardIcon fontSize="small" />} text={t('Keys')} event={keysAsked} />
      {identity?.['is_superuser'] === true && (
        <AskingItem icon={<TourIcon fontSize="small" />} text={t('Take the tour')} event={tourAsked} />
      )}
      {helpUrl !== null && (
        <MenuItem component="a" href={helpUrl} target="_blank" rel="noopener noreferrer" onClick={menu?.onClose}>
          <ListItemIcon>
            <DocsIcon fontSize="small" />
          </ListItemIcon>
          <ListItemText>{t('Documentation')}</ListItemText>
        </MenuItem>
      )}
      {isTold && (
        <AskingItem icon={<NewIcon fontSize="small" />} text={t('What’s new')} event={newsAsked}>
          {isThere ? <NewsDot /> : null}
        </AskingItem>
      )}
    </>
  );
}

interface AskingItemProps {
  readonly icon: ReactElement;
  readonly text: string;
  /** The event of the window by which it asks for its part of the help. */
  readonly event: string;
  readonly children?: ReactElement | null;
}

function AskingItem({ icon, text, event, children }: AskingItemProps) {
  const menu = useUserMenu();
  const ask = (): void => {
    menu?.onClose();
    window.dispatchEvent(new Event(event));
  };
  return (
    <MenuItem onClick={ask}>
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText>{text}</ListItemText>
      {children}
    </MenuItem>
  );
}
