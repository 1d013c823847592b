import { EditorView } from '@codemirror/view';
import type { FieldSchema } from '@grimoire/protocol';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form, SaveButton } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { FieldInput } from '../form/field-input.tsx';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { field } from '../testing/schemas.ts';
import { CodeEditor } from './code-editor.tsx';

function formWith(one: FieldSchema, value: unknown): { readonly sent: unknown[] } {
  const sent: unknown[] = [];
  render(
    <InDashboard service={fakeService([])}>
      <Form record={{ id: 1, it: value }} onSubmit={(values: unknown) => void sent.push(values)}>
        <FieldInput field={one} />
        <SaveButton alwaysEnable />
      </Form>
    </InDashboard>,
  );
  return { sent };
}

/** The editor, once it is loaded in the place of a plain text. */
async function loaded(): Promise<HTMLElement> {
  return waitFor(() => {
    const editor = screen.getByRole('textbox', { name: 'It' });
    expect(editor.hasAttribute('contenteditable')).toBe(true);
    return editor;
  });
}

describe('the editor of code', () => {
  it('has the name of its field, and its text', async () => {
    formWith(field('it', { widget: { kind: 'code', language: 'sql' } }), 'select 1');
    expect((await loaded()).textContent).toBe('select 1');
  });

  it('shows JSON in lines, and lets long numbers be as they are', async () => {
    const { sent } = formWith(field('it', { type: 'JSONField' }), { big: 2 ** 64 });
    const editor = await loaded();
    expect(editor.getAttribute('contenteditable')).toBe('false');
    expect(screen.getByText('It holds numbers that are too large to be changed here exactly.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));
    await waitFor(() => expect(sent).toEqual([{ id: 1, it: { big: 2 ** 64 } }]));
  });

  it('keeps what the user types while the form still draws what was typed before', () => {
    const told: string[] = [];
    const service = fakeService([]);
    const at = (text: string) => (
      <InDashboard service={service}>
        <CodeEditor
          {...{ labelId: 'it', helpId: undefined, isInvalid: false, isReadOnly: false, language: 'text', text }}
          onChange={(next) => told.push(next)}
          onBlur={() => undefined}
        />
      </InDashboard>
    );
    const { container, rerender } = render(at('x'));
    const view = EditorView.findFromDOM(container.querySelector<HTMLElement>('.cm-editor') ?? container);
    const type = (letter: string): void => view?.dispatch(view.state.replaceSelection(letter));
    const now = (): unknown => [view?.state.doc.toString(), view?.state.selection.main.head];
    type('a');
    type('b');
    rerender(at('ax'));
    expect([told, now()]).toEqual([
      ['ax', 'abx'],
      ['abx', 2],
    ]);
    rerender(at('abx'));
    expect(now()).toEqual(['abx', 2]);
    // A text of the form's own replaces it, also one that was typed before.
    rerender(at('ax'));
    expect(view?.state.doc.toString()).toBe('ax');
    type('c');
    rerender(at('new'));
    expect(view?.state.doc.toString()).toBe('new');
  });
});
