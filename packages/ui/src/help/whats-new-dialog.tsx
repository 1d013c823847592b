import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useMemo } from 'react';
// The text is a part of the build: no other host is asked what is new.
import changelog from '../../../../CHANGELOG.md?raw';
import { MarkdownText } from '../kinds/markdown-text.tsx';
import { t } from '../texts/text.ts';
import { type Release, releasesOf, unseen } from './changelog.ts';

interface WhatsNewDialogProps {
  readonly isOpen: boolean;
  /** The version that the person knows. */
  readonly since: string;
  readonly onClose: () => void;
  /** Called when the person closes what they have seen; not where it could not be loaded. */
  readonly onRead: () => void;
}

/** The entries of the changelog since a version; those of the newest one where there are none. */
export function WhatsNewDialog({ isOpen, since, onClose, onRead }: WhatsNewDialogProps) {
  const title = useId();
  const releases = useMemo(() => releasesOf(changelog), []);
  const news = unseen(releases, since);
  const close = (): void => {
    onRead();
    onClose();
  };
  return (
    <Dialog open={isOpen} onClose={close} aria-labelledby={title} maxWidth="sm" fullWidth>
      <DialogTitle id={title}>{t('What’s new')}</DialogTitle>
      <Box component="section" tabIndex={0} aria-labelledby={title} sx={scrolled}>
        {news.length === 0 && (
          <Typography sx={{ color: 'text.secondary', mb: 2 }}>{t('You have seen all of it. This is the newest part.')}</Typography>
        )}
        {/* The changelog is written in English alone. */}
        <Box lang="en" dir="ltr">
          {(news.length > 0 ? news : releases.slice(0, 1)).map((release) => (
            <News key={release.version} release={release} />
          ))}
        </Box>
      </Box>
      <DialogActions>
        <Button onClick={close}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

const scrolled = { overflowY: 'auto', px: 3, py: 2, borderTop: 1, borderBottom: 1, borderColor: 'divider' } as const;

function News({ release: { version, day, sections } }: { readonly release: Release }) {
  return (
    <Box component="section" sx={{ '& + &': { mt: 3 } }}>
      <Typography component="h3" sx={{ fontWeight: 620, fontSize: 15 }}>
        {version}
        {day !== null && (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, ml: 1 }}>
            {day}
          </Box>
        )}
      </Typography>
      {sections.map(({ title, text }) => (
        <Box key={title} sx={{ mt: 1.5, fontSize: 13.5 }}>
          {title !== '' && (
            <Typography component="h4" variant="subtitle2" sx={{ color: 'text.secondary', mb: 0.5 }}>
              {title}
            </Typography>
          )}
          <MarkdownText text={text} />
        </Box>
      ))}
    </Box>
  );
}
