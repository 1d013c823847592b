import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SaveButton, useEvent, useNotify } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { NotSaved } from '../../form/not-saved.tsx';
import { isApple } from '../../layout/apple.ts';
import { isBehindWindow, isSaveKey } from '../../layout/shortcuts.ts';
import { sizes } from '../../theme/tokens.ts';
import { t } from '../../texts/text.ts';

/** The page to show after a save. */
export type After = 'list' | 'continue';

interface SaveBarProps {
  readonly onChoose: (after: After) => void;
  /** Whether the row exists, so that what was changed can be discarded. */
  readonly isEditing: boolean;
  /** What is asked for before it is saved. */
  readonly children?: ReactNode;
}

/** More changes than these are not discarded without a question. */
const askedFrom = 3;

/** The number of changes: fields of the row, and lines of its inlines. */
function changesIn({ _inlines: inlines = [], ...fields }: DirtyFields): number {
  const lines = inlines.flatMap((inline) => inline?.rows ?? []);
  return [...Object.values(fields), ...lines].filter(isDirty).length;
}

interface DirtyFields {
  readonly _inlines?: readonly ({ readonly rows?: readonly unknown[] } | undefined)[];
  readonly [field: string]: unknown;
}

/** The form says of each input whether it was changed, under the name of its field. */
function isDirty(part: unknown): boolean {
  return part === true || (typeof part === 'object' && part !== null && Object.values(part).some(isDirty));
}

/** What is changed and not saved, and the buttons that save it: always in sight. Ctrl+S or ⌘S saves and stays. */
export function SaveBar({ onChoose, isEditing, children }: SaveBarProps) {
  const { dirtyFields } = useFormState();
  const { reset } = useFormContext();
  const stay = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<After>();
  useSaveKey(() => stay.current?.querySelector('button')?.click());
  const changes = changesIn(dirtyFields);
  const choose = (after: After): void => {
    setChosen(after);
    onChoose(after);
  };
  const discard = (): void => {
    if (changes > askedFrom && !window.confirm(t('Discard %{count} change? |||| Discard %{count} changes?', { count: changes }))) return;
    reset();
    // The button disappears with the changes.
    stay.current?.querySelector('button')?.focus();
  };
  return (
    <Box sx={bar}>
      <Box sx={{ flex: '1 1 100%', '&:empty': { display: 'none' } }}>{children}</Box>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Box component="output" sx={{ color: 'text.secondary' }}>
          {changes > 0 && isEditing ? t('%{count} change not saved |||| %{count} changes not saved', { count: changes }) : ''}
        </Box>
        <NotSaved ofInputs={t('The form is not valid. Please check for errors')} />
      </Box>
      <Box sx={buttons}>
        {changes > 0 && isEditing && <Button onClick={discard}>{t('Discard')}</Button>}
        <Box ref={stay} sx={{ display: 'contents' }}>
          <SaveButton
            alwaysEnable
            variant="outlined"
            icon={<></>}
            label={t('Save and continue editing')}
            // Its text is its name, without the keys.
            aria-label={undefined}
            aria-keyshortcuts={isApple() ? 'Meta+S' : 'Control+S'}
            endIcon={
              <Box component="kbd" aria-hidden sx={key}>
                {isApple() ? '⌘S' : 'Ctrl S'}
              </Box>
            }
            className={chosen === 'continue' ? turning : ''}
            onClick={() => choose('continue')}
          />
        </Box>
        <SaveButton alwaysEnable icon={<></>} className={chosen === 'continue' ? '' : turning} onClick={() => choose('list')} />
      </Box>
    </Box>
  );
}

/** The class of the button in which something turns while the form is saved: the one that was pressed last, or “Save”. */
const turning = 'turning';

/** Calls the function by Ctrl+S or ⌘S, or says why not. */
function useSaveKey(save: () => void): void {
  const notify = useNotify();
  const press = useEvent((event: KeyboardEvent) => {
    // A form beside this one may have saved itself.
    if (!isSaveKey(event) || event.defaultPrevented) return;
    event.preventDefault();
    // A dialog has its own buttons, and in a menu something may be marked that is not chosen yet.
    if (isBehindWindow()) notify(t('Not saved: first close what is open above the form.'), { type: 'warning' });
    else save();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [press]);
}

/** Where there is no keyboard, and little room, it says nothing. */
const key = {
  display: { xs: 'none', md: 'inline' },
  fontFamily: 'inherit',
  fontSize: '11px !important',
  color: 'text.secondary',
  border: 1,
  borderColor: 'divider',
  borderRadius: '4px',
  px: '4px',
} as const;

/** A line of their own on a narrow screen. On a wide one a box would move where "Discard" comes or goes, though its other buttons do not. */
const buttons = {
  display: { xs: 'flex', sm: 'contents' },
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 1,
  ml: 'auto',
} as const;

const bar = {
  position: 'sticky',
  bottom: 0,
  zIndex: 3,
  mt: 'auto',
  mx: { xs: -2, sm: `-${sizes.gutter}px` },
  mb: { xs: -2, sm: `-${sizes.gutter}px` },
  px: { xs: 2, sm: `${sizes.gutter}px` },
  py: 1.25,
  // What turns while it saves makes no button wider.
  '& .MuiButton-root': { position: 'relative' },
  [`& .MuiButton-root:not(.${turning}) .MuiCircularProgress-root`]: { display: 'none' },
  '& .MuiButton-root .MuiCircularProgress-root': {
    position: 'absolute',
    left: '2px',
    m: 0,
    width: '11px !important',
    height: '11px !important',
  },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
} as const;
