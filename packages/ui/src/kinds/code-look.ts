import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Colors, Mode } from '../theme/tokens.ts';

type CodeColors = Colors & { readonly accent: string };

const mono = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

function highlightOf({ accent, tones, muted, text }: CodeColors): HighlightStyle {
  return HighlightStyle.define([
    { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.tagName], color: accent },
    { tag: [tags.string, tags.special(tags.string), tags.attributeValue], color: tones.good.text },
    { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.color, tags.unit], color: tones.info.text },
    { tag: [tags.propertyName, tags.attributeName, tags.definition(tags.variableName)], color: text, fontWeight: '550' },
    { tag: [tags.comment, tags.meta], color: muted, fontStyle: 'italic' },
    { tag: tags.invalid, color: tones.bad.text, textDecoration: 'underline wavy' },
  ]);
}

/** The colors and sizes of the editor, as of the other inputs. */
export function codeLook(own: CodeColors, mode: Mode): Extension {
  const { surface, page, raised, inputLine, line, text, muted, faint, accent, tones } = own;
  const control = {
    font: 'inherit',
    color: text,
    background: surface,
    border: `1px solid ${inputLine}`,
    borderRadius: '6px',
    padding: '2px 8px',
  };
  const theme = EditorView.theme(
    {
      '&': { backgroundColor: surface, color: text, border: `1px solid ${inputLine}`, borderRadius: '8px', overflow: 'hidden' },
      '&.cm-focused': { outline: `2px solid ${accent}`, outlineOffset: '-1px' },
      '.cm-scroller': { font: `12.5px/1.6 ${mono}`, maxHeight: '420px', minHeight: '80px', overflow: 'auto' },
      '.cm-content': { padding: '8px 0', caretColor: text },
      '.cm-cursor': { borderLeftColor: text },
      '.cm-gutters': { backgroundColor: page, color: faint, borderRight: `1px solid ${line}` },
      '.cm-foldPlaceholder': { backgroundColor: page, borderColor: line, color: muted, padding: '0 6px' },
      '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: `${accent}33 !important` },
      '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: tones.warning.soft },
      '.cm-searchMatch-selected': { outline: `1px solid ${tones.warning.text}` },
      '&.cm-focused .cm-matchingBracket': { backgroundColor: tones.info.soft },
      '.cm-panels': { backgroundColor: raised, color: text, borderBottom: `1px solid ${line}` },
      '.cm-panel.cm-search': { padding: '8px 36px 8px 10px', fontSize: '13px' },
      '.cm-panel.cm-search label': { fontSize: '12.5px', marginRight: '8px' },
      '.cm-panel.cm-search [name=close]': { color: muted, fontSize: '18px', padding: '0 8px', cursor: 'pointer' },
      '.cm-textfield': control,
      '.cm-button': { ...control, backgroundImage: 'none', cursor: 'pointer' },
    },
    { dark: mode === 'dark' },
  );
  return [theme, syntaxHighlighting(highlightOf(own))];
}
