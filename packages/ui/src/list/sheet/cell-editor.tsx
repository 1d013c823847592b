import Box from '@mui/material/Box';
import type { CSSProperties, KeyboardEvent } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { isSaveKey } from '../../layout/shortcuts.ts';

/** Where the keyboard goes after a cell was edited. */
export type Step = 'down' | 'up' | 'right' | 'left' | 'stay' | 'away';

/** The step of a key that ends an edit; undefined for other keys. */
export function stepOf({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Step | undefined {
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  if (key === 'Tab') return shiftKey ? 'left' : 'right';
  return undefined;
}

export interface CellEditorProps {
  /** The name of the cell. */
  readonly label: string;
  readonly text: string;
  /** Where the cell is. */
  readonly style: CSSProperties;
  readonly isAtEnd: boolean;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

interface TextEditorProps extends CellEditorProps {
  readonly isLong: boolean;
  readonly onEnter: (text: string, step: Step) => void;
}

/** Edits a cell as a text, which is selected: what is typed replaces it. `Alt Enter` begins a line in a long one. */
export function TextEditor({ label, text, style, isAtEnd, isLong, onEnter, onCancel, onSave }: TextEditorProps) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  useSelectedText(input);
  const end = (step: Step): void => {
    if (isDone.current) return;
    isDone.current = true;
    onEnter(input.current?.value ?? '', step);
  };
  const press = (event: KeyboardEvent): void => {
    const step = stepOf(event);
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (isLong && event.key === 'Enter' && event.altKey) addLine(input.current);
    else if (step) end(step);
    else if (isSaveKey(event)) {
      end('stay');
      onSave();
    } else if (event.key === 'Escape') {
      isDone.current = true;
      onCancel();
    } else return;
    event.preventDefault();
  };
  return (
    <Box
      component={isLong ? 'textarea' : 'input'}
      ref={input}
      data-cell-editor
      aria-label={label}
      defaultValue={text}
      autoComplete="off"
      spellCheck={false}
      style={style}
      sx={{ ...editor, textAlign: isAtEnd ? 'end' : 'start', ...(isLong ? longEditor : {}) }}
      onKeyDown={press}
      onBlur={() => end('away')}
    />
  );
}

function addLine(input: HTMLTextAreaElement | null): void {
  input?.setRangeText('\n', input.selectionStart, input.selectionEnd, 'end');
}

/** Gives the keyboard to the input of an editor, with its text selected, as it is shown: the key that was pressed is typed into it. */
export function useSelectedText(input: { readonly current: HTMLInputElement | HTMLTextAreaElement | null }): void {
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, [input]);
}

export const editor = {
  position: 'absolute',
  zIndex: 4,
  boxSizing: 'border-box',
  m: 0,
  px: '10px',
  py: 0,
  font: 'inherit',
  fontVariantNumeric: 'tabular-nums',
  color: 'text.primary',
  bgcolor: 'background.paper',
  border: '2px solid',
  borderColor: 'primary.main',
  borderRadius: '3px',
  outline: 'none',
  boxShadow: 4,
} as const;

const longEditor = { minHeight: 96, minWidth: 280, py: '8px', resize: 'both' } as const;
