import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { CodeLanguage } from '@grimoire/protocol';
import { useTheme } from '@mui/material/styles';
import Box from '@mui/material/Box';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useEvent } from 'react-admin';
import { useService } from '../session/service.ts';
import { colors } from '../theme/tokens.ts';
import { languageOf } from './code-languages.ts';
import { codeLook } from './code-look.ts';

export interface CodeEditorProps {
  readonly labelId: string;
  readonly helpId: string | undefined;
  readonly isInvalid: boolean;
  readonly isReadOnly: boolean;
  readonly language: CodeLanguage;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
}

/** Marks a change that came from the form. */
const fromForm = Annotation.define<true>();

/** What never changes: the Tab key leaves the editor, as it leaves every input. */
const always = [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of([...searchKeymap, ...foldKeymap, ...historyKeymap, ...defaultKeymap]),
  EditorView.lineWrapping,
];

/** An editor of code with search (`Ctrl F`), folding, undo and the colors of its language. */
export function CodeEditor(props: CodeEditorProps) {
  const { language, text } = props;
  const place = useRef<HTMLDivElement>(null);
  const [parts] = useState(() => ({ language: new Compartment(), look: new Compartment(), traits: new Compartment() }));
  const [view, setView] = useState<EditorView | null>(null);
  const { palette } = useTheme();
  const { nonce } = useService().settings;
  const onTyped = useFormText(view, text);
  const change = useEvent((next: string) => {
    onTyped();
    props.onChange(next);
  });
  const leave = useEvent(() => props.onBlur());
  const { labelId, helpId, isInvalid, isReadOnly } = props;
  const { mode, primary } = palette;
  const look = useMemo(() => codeLook({ ...colors[mode], accent: primary.main }, mode), [mode, primary.main]);
  const traits = useMemo(() => traitsOf({ labelId, helpId, isInvalid, isReadOnly }), [labelId, helpId, isInvalid, isReadOnly]);
  const first = useRef({ text, look, traits });
  useEffect(() => {
    const editor = new EditorView({
      doc: first.current.text,
      extensions: [
        always,
        EditorView.cspNonce.of(nonce),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (docChanged && !transactions.some((one) => one.annotation(fromForm))) change(state.doc.toString());
        }),
        EditorView.domEventHandlers({ blur: leave }),
        parts.language.of([]),
        parts.look.of(first.current.look),
        parts.traits.of(first.current.traits),
      ],
      ...(place.current ? { parent: place.current } : {}),
    });
    setView(editor);
    return () => editor.destroy();
  }, [change, leave, nonce, parts]);
  useEffect(() => {
    let isCurrent = true;
    void languageOf(language).then((loaded) => isCurrent && view?.dispatch({ effects: parts.language.reconfigure(loaded) }));
    return () => {
      isCurrent = false;
    };
  }, [view, parts, language]);
  useEffect(() => view?.dispatch({ effects: parts.look.reconfigure(look) }), [view, parts, look]);
  useEffect(() => view?.dispatch({ effects: parts.traits.reconfigure(traits) }), [view, parts, traits]);
  // Code is read from left to right in every language.
  return <Box ref={place} className="code-editor" dir="ltr" />;
}

/**
 * Gives the editor a text of the form that was not typed in it. The form draws what is typed a little later, when more may have been typed.
 * @returns to be called when something is typed, just before the form is told
 */
function useFormText(view: EditorView | null, text: string): () => void {
  const typed = useRef(0);
  /** How many of the typed texts are drawn: it is set together with the text of the form. */
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (!view || drawn < typed.current || view.state.doc.toString() === text) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, annotations: fromForm.of(true) });
  }, [view, text, drawn]);
  return () => {
    typed.current += 1;
    setDrawn(typed.current);
  };
}

type Traits = Pick<CodeEditorProps, 'labelId' | 'helpId' | 'isInvalid' | 'isReadOnly'>;

function traitsOf({ labelId, helpId, isInvalid, isReadOnly }: Traits) {
  const attributes = {
    'aria-labelledby': labelId,
    'aria-invalid': String(isInvalid),
    ...(helpId === undefined ? {} : { 'aria-describedby': helpId }),
    ...(isReadOnly ? { 'aria-readonly': 'true', tabindex: '0' } : {}),
    spellcheck: 'false',
  };
  return [EditorView.contentAttributes.of(attributes), EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)];
}
