import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import type { Question } from '../session/questions.ts';
import { focusWhenShown } from './focus.ts';

interface QuestionDialogProps {
  readonly question: Question;
  readonly onAnswer: (way: string) => void;
  readonly onClose: () => void;
}

/** A question with its ways on. Enter takes the one that is meant, and Escape none. */
export function QuestionDialog({ question: { title, text, ways, stay }, onAnswer, onClose }: QuestionDialogProps) {
  const [titleId, textId] = [useId(), useId()];
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
      {...(text === undefined ? {} : { 'aria-describedby': textId })}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {text !== undefined && <DialogContent id={textId}>{text}</DialogContent>}
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, '& > :not(style)': { ml: 0 } }}>
        <Button onClick={onClose}>{stay}</Button>
        {ways.map(({ name, text: label, isLoss = false }, index) => {
          const isMeant = index === ways.length - 1;
          return (
            <Button
              key={name}
              variant={isMeant ? 'contained' : 'text'}
              color={isLoss ? 'error' : 'primary'}
              {...(isMeant ? { ref: focusWhenShown } : {})}
              onClick={() => onAnswer(name)}
            >
              {label}
            </Button>
          );
        })}
      </DialogActions>
    </Dialog>
  );
}
