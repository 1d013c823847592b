import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import type { CodeLanguage } from '@grimoire/protocol';
import { type ReactNode, useId } from 'react';
import { hidden } from '../theme/hidden.ts';
import { loadedPart } from '../loading/loaded-part.tsx';
import type { CodeEditorProps } from './code-editor.tsx';

/** The editor is loaded where one is shown. Where it can not be loaded, a plain input is in its place. */
const Editor = loadedPart(async () => (await import('./code-editor.tsx')).CodeEditor, Unfinished, Plain);

interface CodeFieldProps {
  readonly label: string;
  /** Whether the label is only read out. */
  readonly isLabelHidden?: boolean;
  readonly language: CodeLanguage;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly error: string | undefined;
  readonly helperText: ReactNode;
}

/** A text of a language as an input of a form: with its label, and below it what is wrong or what helps. */
export function CodeField({ label, language, text, error, helperText, ...more }: CodeFieldProps) {
  const { isLabelHidden = false, isRequired = false, isReadOnly = false, ...events } = more;
  const id = useId();
  const below = error ?? (helperText || undefined);
  const editor: CodeEditorProps = {
    labelId: `${id}-label`,
    helpId: below === undefined ? undefined : `${id}-help`,
    isInvalid: error !== undefined,
    isReadOnly,
    language,
    text,
    ...events,
  };
  return (
    <FormControl fullWidth error={error !== undefined}>
      <InputLabel id={editor.labelId} shrink required={isRequired} {...(isLabelHidden ? { sx: hidden } : {})}>
        {label}
      </InputLabel>
      <Editor {...editor} />
      {below !== undefined && <FormHelperText id={editor.helpId}>{below}</FormHelperText>}
    </FormControl>
  );
}

function Unfinished(props: CodeEditorProps) {
  return <Plain {...props} isReadOnly />;
}

function Plain({ labelId, helpId, isInvalid, isReadOnly, text, onChange, onBlur }: CodeEditorProps) {
  return (
    <Box
      component="textarea"
      aria-labelledby={labelId}
      aria-describedby={helpId}
      aria-invalid={isInvalid}
      readOnly={isReadOnly}
      spellCheck={false}
      rows={Math.min(16, Math.max(3, text.split('\n').length))}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      sx={plain}
    />
  );
}

const plain = {
  font: '12.5px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  p: '8px 12px',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '8px',
  bgcolor: 'background.paper',
  color: 'text.primary',
  resize: 'vertical',
} as const;
