import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useService } from '../session/service.ts';
import { t } from '../texts/text.ts';

/** A step on the way to a page: its text, and its address if it has one. */
export interface Crumb {
  readonly text: string;
  readonly to?: string;
}

interface PageHeadProps {
  readonly crumbs?: readonly Crumb[];
  /** Shown at the end of the way to the page: its neighbours. */
  readonly near?: ReactNode;
  /** The heading, also for the title of the window. */
  readonly title: string;
  /** Shown before the heading: a picture of what it names. */
  readonly picture?: ReactNode;
  /** Shown beside the heading: a count, or a status. */
  readonly beside?: ReactNode;
  /** What can be done here. */
  readonly actions?: ReactNode;
}

const noCrumbs: readonly Crumb[] = [];

/** The head of a page: the way to it, its title, and what can be done. It also sets the title of the window. */
export function PageHead({ crumbs = noCrumbs, near, title, picture, beside, actions }: PageHeadProps) {
  const { name } = useService().settings.brand;
  useEffect(() => {
    document.title = title === name ? name : `${title} · ${name}`;
  }, [title, name]);
  return (
    <Box component="header" sx={{ pt: '10px', pb: '12px' }}>
      {crumbs.length > 0 && (
        <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 30 }}>
          <Box component="nav" aria-label={t('Breadcrumbs')} sx={way}>
            {crumbs.map(({ text, to }, index) => (
              <Box component="span" key={`${to ?? ''} ${text}`} sx={{ display: 'contents' }}>
                {index > 0 && (
                  <Box component="span" aria-hidden sx={{ opacity: 0.6 }}>
                    /
                  </Box>
                )}
                {to === undefined ? (
                  <span>{text}</span>
                ) : (
                  <MuiLink component={Link} to={to} color="inherit">
                    {text}
                  </MuiLink>
                )}
              </Box>
            ))}
          </Box>
          {near}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px', minHeight: 36 }}>
        {picture}
        <Typography component="h1" variant="h1" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {title}
        </Typography>
        {beside}
        <Box sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'flex-end' }}>
          {actions}
        </Box>
      </Box>
    </Box>
  );
}

const way = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 7px',
  minWidth: 0,
  fontSize: 12.5,
  color: 'text.secondary',
  // The title below says all of it.
  '& > span > span:last-child': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', maxWidth: 260 },
} as const;
