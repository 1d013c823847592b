import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { SaveButton, useEvent, useNotify } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { NotSaved } from '../../form/not-saved.tsx';
import { useAskToDiscard } from '../../layout/ask-to-leave.ts';
import { isApple } from '../../layout/apple.ts';
import { isBehindWindow, isSaveKey } from '../../layout/shortcuts.ts';
import { sizes } from '../../theme/tokens.ts';
import { t } from '../../texts/text.ts';

/** What comes after a save: another page, the next row or another new one, or what is given. */
export type After = 'list' | 'continue' | 'next' | (() => void);

interface SaveBarProps {
  readonly onChoose: (after: 'list' | 'continue' | 'next') => void;
  /** The text of the button that goes on with the next row; undefined where there is none. */
  readonly nextText?: string | undefined;
  /** What stands beside that button. */
  readonly besideNext?: ReactNode;
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
export function SaveBar({ onChoose, nextText, besideNext, isEditing, children }: SaveBarProps) {
  const { dirtyFields } = useFormState();
  const { reset } = useFormContext();
  const stay = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<After>('list');
  useSaveKeys({ s: stay, Enter: nextText === undefined ? stay : next });
  const changes = changesIn(dirtyFields);
  const choose = (after: 'list' | 'continue' | 'next'): void => {
    setChosen(after);
    onChoose(after);
  };
  const askToDiscard = useAskToDiscard();
  const discard = async (): Promise<void> => {
    if (changes > askedFrom && !(await askToDiscard(changes))) return;
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
        {changes > 0 && isEditing && <Button onClick={() => void discard()}>{t('Discard')}</Button>}
        <Box ref={stay} sx={{ display: 'contents' }}>
          <SaveButton
            alwaysEnable
            variant="outlined"
            icon={<></>}
            label={t('Save and continue editing')}
            // Its text is its name, without the keys.
            aria-label={undefined}
            aria-keyshortcuts={isApple() ? 'Meta+S' : 'Control+S'}
            endIcon={<KeyName name="S" />}
            className={chosen === 'continue' ? turning : ''}
            onClick={() => choose('continue')}
          />
        </Box>
        {nextText !== undefined && (
          <Box ref={next} sx={{ display: 'flex' }}>
            <SaveButton
              alwaysEnable
              variant="outlined"
              icon={<></>}
              label={nextText}
              aria-label={undefined}
              aria-keyshortcuts={isApple() ? 'Meta+Enter' : 'Control+Enter'}
              endIcon={<KeyName name="↵" />}
              className={chosen === 'next' ? turning : ''}
              onClick={() => choose('next')}
            />
            {besideNext}
          </Box>
        )}
        <SaveButton alwaysEnable icon={<></>} className={chosen === 'list' ? turning : ''} onClick={() => choose('list')} />
      </Box>
    </Box>
  );
}

/** The class of the button in which something turns while the form is saved: the one that was pressed last, or “Save”. */
const turning = 'turning';

/** A key that saves, with Ctrl or ⌘. */
function KeyName({ name }: { readonly name: string }) {
  return (
    <Box component="kbd" aria-hidden sx={key}>
      {isApple() ? `⌘${name}` : `Ctrl ${name}`}
    </Box>
  );
}

/** Presses the button of a key that is pressed with Ctrl or ⌘, or says why not. */
function useSaveKeys(buttons: Readonly<Record<'s' | 'Enter', RefObject<HTMLElement | null>>>): void {
  const notify = useNotify();
  const press = useEvent((event: KeyboardEvent) => {
    const button = isSaveKey(event) ? buttons.s : isSaveKey(event, 'enter') ? buttons.Enter : undefined;
    // A form beside this one may have saved itself.
    if (!button || event.defaultPrevented) return;
    event.preventDefault();
    // A dialog has its own buttons, and in a menu something may be marked that is not chosen yet.
    if (isBehindWindow()) notify(t('Not saved: first close what is open above the form.'), { type: 'warning' });
    else button.current?.querySelector('button')?.click();
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
