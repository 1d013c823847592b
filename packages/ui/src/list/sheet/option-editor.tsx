import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useEvent } from 'react-admin';
import { isSaveKey } from '../../layout/shortcuts.ts';
import type { EntryOption } from '../../kinds/field-kind.ts';
import { type CellEditorProps, editor, type Step, stepOf, useSelectedText } from './cell-editor.tsx';
import { t } from '../../texts/text.ts';

/** All options, or those that a text finds. */
type Options = readonly EntryOption[] | ((text: string) => Promise<readonly EntryOption[]>);

interface OptionEditorProps extends CellEditorProps {
  readonly options: Options;
  readonly onPick: (option: EntryOption, step: Step) => void;
  /** What was typed is none of the options, or nothing. */
  readonly onEnter: (text: string, step: Step) => void;
}

/** Milliseconds after a key until options are asked for. */
const pause = 120;

/** Edits a cell whose values are chosen: typing finds them, and marks the first. */
export function OptionEditor({ label, text, style, options, onPick, onEnter, onCancel, onSave }: OptionEditorProps) {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const isDone = useRef(false);
  const [entered, setEntered] = useState(text);
  const [moved, setMoved] = useState<number | null>(null);
  /** The step that waits for the options of what was entered. */
  const [waiting, setWaiting] = useState<Step | null>(null);
  const isTyped = entered !== text;
  const choices = useChoices(options, isTyped ? entered : '');
  const marked = moved ?? (isTyped ? 0 : (choices ?? []).findIndex((one) => one.label === text));
  useSelectedText(input);
  const end = (
    step: Step,
    option = chosenOf({ choices, marked, isChosen: moved !== null || (isTyped && entered.trim() !== '') }),
  ): void => {
    if (isDone.current) return;
    if (option === 'not read' && step !== 'away') return setWaiting(step);
    isDone.current = true;
    if (typeof option === 'object') onPick(option, step);
    else onEnter(entered, step);
  };
  const goOn = useEvent(() => waiting && end(waiting));
  useEffect(() => {
    if (choices !== null) goOn();
  }, [choices, goOn]);
  const move = (by: number): void => {
    const count = choices?.length ?? 0;
    if (count > 0) setMoved((Math.max(marked, by > 0 ? -1 : 0) + by + count) % count);
  };
  const press = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const step = stepOf(event);
    if (event.nativeEvent.isComposing) return;
    if (step) end(step);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (isSaveKey(event)) {
      end('stay');
      if (isDone.current) onSave();
    } else if (event.key === 'Escape') {
      isDone.current = true;
      onCancel();
    } else return;
    event.preventDefault();
  };
  return (
    <Box ref={setBox} data-cell-editor style={style} sx={{ ...editor, minWidth: 180, display: 'flex' }}>
      <Box
        component="input"
        ref={input}
        {...comboboxOf({ label, list, marked: choices?.[marked] && marked, isBusy: waiting !== null })}
        autoComplete="off"
        value={entered}
        onChange={(event) => {
          setEntered(event.target.value);
          setMoved(null);
        }}
        onKeyDown={press}
        onBlur={() => end('away')}
        sx={plain}
      />
      <OptionList id={list} label={label} anchor={box} options={choices} marked={marked} onPick={(option) => end('stay', option)} />
    </Box>
  );
}

interface ComboboxTraits {
  readonly label: string;
  /** The id of its list. */
  readonly list: string;
  readonly marked: number | undefined;
  readonly isBusy: boolean;
}

/** What assistive technology is told of an input with options. */
function comboboxOf({ label, list, marked, isBusy }: ComboboxTraits): object {
  return {
    role: 'combobox',
    'aria-label': label,
    'aria-expanded': true,
    'aria-controls': list,
    'aria-autocomplete': 'list',
    'aria-busy': isBusy,
    ...(marked === undefined ? {} : { 'aria-activedescendant': `${list}-${marked}` }),
  };
}

interface OptionListProps {
  readonly id: string;
  readonly label: string;
  readonly anchor: HTMLElement | null;
  readonly options: readonly EntryOption[] | null;
  readonly marked: number;
  readonly onPick: (option: EntryOption) => void;
}

function OptionList({ id, label, anchor, options, marked, onPick }: OptionListProps) {
  const list = { role: 'listbox', 'aria-label': label };
  return (
    <Popper
      open={anchor !== null}
      anchorEl={anchor}
      container={anchor?.closest('main') ?? null}
      role="presentation"
      placement="bottom-start"
      sx={{ zIndex: 'modal' }}
    >
      <Paper elevation={8} id={id} {...list} sx={paper} onMouseDown={(event) => event.preventDefault()}>
        {options?.map((option, index) => (
          <Option
            key={String(option.value)}
            id={`${id}-${index}`}
            text={option.label}
            isMarked={index === marked}
            onPick={() => onPick(option)}
          />
        ))}
        {options?.length === 0 && <Box sx={{ p: '6px 10px', color: 'text.secondary' }}>{t('Nothing found')}</Box>}
      </Paper>
    </Popper>
  );
}

interface OptionProps {
  readonly id: string;
  readonly text: string;
  readonly isMarked: boolean;
  readonly onPick: () => void;
}

function Option({ id, text, isMarked, onPick }: OptionProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  return (
    <Box
      ref={element}
      id={id}
      {...{ role: 'option', 'aria-selected': isMarked }}
      tabIndex={-1}
      onClick={onPick}
      sx={{
        p: '6px 10px',
        borderRadius: '5px',
        cursor: 'pointer',
        bgcolor: isMarked ? 'action.selected' : undefined,
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      {text}
    </Box>
  );
}

interface Choosing {
  readonly choices: readonly EntryOption[] | null;
  readonly marked: number;
  /** Whether the user has typed, or moved the mark. */
  readonly isChosen: boolean;
}

/** The option that is entered; undefined where it is a text. */
function chosenOf({ choices, marked, isChosen }: Choosing): EntryOption | 'not read' | undefined {
  if (!isChosen) return undefined;
  return choices === null ? 'not read' : choices[marked];
}

/** The options for what was entered; null while they are asked for. */
function useChoices(options: Options, text: string): readonly EntryOption[] | null {
  const [answer, setAnswer] = useState<{ readonly text: string; readonly options: readonly EntryOption[] } | null>(null);
  const ask = useEvent(async (asked: string) => {
    if (typeof options !== 'function') return;
    // Without an answer there is nothing to choose from; the text is looked up once more when it is entered.
    const all = await options(asked).catch(() => []);
    setAnswer({ text: asked, options: all });
  });
  useEffect(() => {
    const timer = setTimeout(() => void ask(text), text === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, ask]);
  if (typeof options === 'function') return answer?.text === text ? answer.options : null;
  const word = text.trim().toLowerCase();
  return options.filter((option) => option.label.toLowerCase().includes(word));
}

const plain = {
  font: 'inherit',
  color: 'inherit',
  border: 0,
  outline: 'none',
  bgcolor: 'transparent',
  p: 0,
  flex: 1,
  minWidth: 0,
  width: '100%',
} as const;

const paper = { p: '4px', mt: '2px', minWidth: 200, maxWidth: 420, maxHeight: 280, overflow: 'auto', fontSize: 13.5 } as const;
