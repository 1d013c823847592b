import Button from '@mui/material/Button';
import { useCloseNotification, useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import { useService } from '../session/service.ts';
import type { AskedUndo } from '../session/undos.ts';
import { t } from '../texts/text.ts';

/** Milliseconds for which a message stays that has something to press. */
const pressable = 10_000;

/** A link of a message: into the dashboard, or to an address that another tab opens. */
export type MessageLink = { readonly text: string } & ({ readonly to: string } | { readonly href: string });

/** How a message about a write is shown. */
export interface MessageLook {
  readonly isWarning?: boolean;
  readonly multiLine?: boolean;
  readonly link?: MessageLink | undefined;
  /** The address that an undo opens. */
  readonly opens?: string | undefined;
}

/** Says that something was written. Where its change set is known, the message has “Undo”. */
export function useTellWritten(): (text: string, changeSet: number | undefined, look?: MessageLook) => void {
  const notify = useNotify();
  const { undos } = useService();
  return (text, changeSet, look = {}) => {
    const { link, opens, multiLine = false, isWarning = false } = look;
    const way: AskedUndo | null = changeSet === undefined ? null : { changeSet, isFresh: true, opens };
    undos.remember(way);
    const hasButtons = link !== undefined || way !== null;
    notify(text, {
      type: isWarning ? 'warning' : 'success',
      multiLine,
      ...(hasButtons ? { action: <Buttons link={link} way={way} /> } : {}),
      ...(hasButtons || isWarning ? { autoHideDuration: pressable } : {}),
    });
  };
}

interface ButtonsProps {
  readonly link: MessageLink | undefined;
  readonly way: AskedUndo | null;
}

/** What can be pressed in a message, which it closes. */
function Buttons({ link, way }: ButtonsProps) {
  const { undos } = useService();
  const close = useCloseNotification();
  const undo = (): void => {
    close();
    if (way) undos.ask(way);
  };
  return (
    <>
      {link && (
        <Button
          color="inherit"
          size="small"
          onClick={close}
          sx={buttonLook}
          {...('to' in link ? { component: Link, to: link.to } : { href: link.href, target: '_blank', rel: 'noopener noreferrer' })}
        >
          {link.text}
        </Button>
      )}
      {way && (
        <Button color="inherit" size="small" onClick={undo} sx={buttonLook}>
          {t('Undo')}
        </Button>
      )}
    </>
  );
}

/** In the color of the message around it. */
const buttonLook = { color: 'inherit', fontWeight: 650, border: 1, borderColor: 'currentcolor', ml: 1, py: 0 } as const;
