import FoldIcon from '@mui/icons-material/KeyboardDoubleArrowLeftOutlined';
import UnfoldIcon from '@mui/icons-material/KeyboardDoubleArrowRightOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { RefreshIconButton, ToggleThemeButton, useSidebarState } from 'react-admin';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from '../layout/brand.tsx';
import { PaletteButton } from './palette.tsx';
import { t } from '../texts/text.ts';

/** The head of the menu: the name of the service, the button that folds the menu, and the one that finds anything. */
export function SideHead() {
  const [isOpen, setOpen] = useSidebarState();
  return (
    <Box sx={{ p: '12px 10px 8px', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        {isOpen && (
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Brand />
          </Box>
        )}
        <IconButton
          size="small"
          aria-label={isOpen ? t('Close menu') : t('Open menu')}
          onClick={() => setOpen(!isOpen)}
          sx={{ color: 'text.disabled' }}
        >
          {isOpen ? <FoldIcon className="directional" fontSize="small" /> : <UnfoldIcon className="directional" fontSize="small" />}
        </IconButton>
      </Box>
      <PaletteButton isWide={isOpen} />
    </Box>
  );
}

/** The foot of the menu: the current user, the theme, and what is being loaded. */
export function SideFoot() {
  const [isOpen] = useSidebarState();
  return (
    <Box sx={isOpen ? openFoot : { ...foot, flexDirection: 'column' }}>
      <Box sx={isOpen ? account : undefined}>
        <AccountMenu isWide={isOpen} />
      </Box>
      <RefreshIconButton size="small" />
      <ToggleThemeButton />
    </Box>
  );
}

const account = { flex: 1, minWidth: 0 } as const;

const foot = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.25,
  p: '8px 10px',
  borderTop: 1,
  borderColor: 'divider',
  color: 'text.secondary',
  '& .MuiSvgIcon-root': { fontSize: 18 },
} as const;

/** What turns while something is loaded is no higher than the buttons. */
const openFoot = { ...foot, height: 55, boxSizing: 'border-box' } as const;
