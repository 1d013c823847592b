import { EditorView } from '@codemirror/view';
import { exactJson } from '@grimoire/client';
import type { FieldSchema } from '@grimoire/protocol';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { Form, SaveButton } from 'react-admin';
import { beforeEach, describe, expect, it } from 'vitest';
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

  it('shows JSON in lines, and keeps numbers as they are written', async () => {
    const { sent } = formWith(field('it', { type: 'JSONField' }), exactJson.parse('{"big": 9007199254740993}'));
    const editor = await loaded();
    expect(editor.textContent).toBe('{  "big": 9007199254740993}');
    const view = EditorView.findFromDOM(editor) ?? fail();
    act(() => view.dispatch({ changes: { from: view.state.doc.toString().indexOf('3'), insert: '.12345678901234567890' } }));
    fireEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));
    await waitFor(() =>
      expect(sent.map((one) => exactJson.stringify(one))).toEqual(['{"id":1,"it":{"big":900719925474099.123456789012345678903}}']),
    );
  });

  describe('where the form draws a text later than it is typed', () => {
    /** What the user types as soon as the form has drawn a text, before the editor is told of it. */
    const typed = new Map<string, readonly string[]>();
    const changes: string[] = [];
    const form: { set?: (text: string) => void; view?: EditorView | null } = {};
    const view = (): EditorView => form.view ?? fail();
    const type = (key: string): void => {
      const { head } = view().state.selection.main;
      view().dispatch(key === 'Backspace' ? { changes: { from: head - 1, to: head } } : view().state.replaceSelection(key));
    };
    const now = (): unknown => [view().state.doc.toString(), view().state.selection.main.head];

    function SlowForm() {
      const [text, setText] = useState('x');
      form.set = setText;
      useLayoutEffect(() => {
        const keys = typed.get(text) ?? [];
        typed.delete(text);
        for (const key of keys) type(key);
      }, [text]);
      const change = (next: string): void => {
        changes.push(next);
        setText(next);
      };
      const props = { labelId: 'it', helpId: undefined, isInvalid: false, isReadOnly: false, language: 'text', text } as const;
      return <CodeEditor {...props} onChange={change} onBlur={() => undefined} />;
    }

    beforeEach(() => {
      typed.clear();
      changes.length = 0;
      const { container } = render(
        <InDashboard service={fakeService([])}>
          <SlowForm />
        </InDashboard>,
      );
      form.view = EditorView.findFromDOM(container.querySelector<HTMLElement>('.cm-editor') ?? container);
    });

    it.each([
      ['a letter', ['b'], ['abx', 2]],
      ['letters', ['b', 'c'], ['abcx', 3]],
      ['what was there before', ['b', 'Backspace'], ['ax', 1]],
      ['what was there at first', ['Backspace'], ['x', 0]],
    ])('keeps %s, and the place of the cursor', async (_name, keys, expected) => {
      typed.set('ax', keys);
      await act(async () => type('a'));
      expect(now()).toEqual(expected);
      await act(async () => type('!'));
      expect(view().state.doc.toString().replace('!', '')).toBe(expected[0]);
      expect(changes.at(-1)).toBe(view().state.doc.toString());
    });

    it.each(['ax', 'abx', 'new'])('shows another text of the form: %s', async (text) => {
      await act(async () => {
        type('a');
        type('b');
      });
      const before = changes.length;
      await act(async () => form.set?.('between'));
      await act(async () => form.set?.(text));
      expect([view().state.doc.toString(), changes.length]).toEqual([text, before]);
    });

    it('shows what the form makes of a text that was typed', async () => {
      await act(async () => {
        type('a');
        form.set?.('x');
      });
      expect(view().state.doc.toString()).toBe('x');
    });
  });

  it('is drawn by a form together with what was typed', async () => {
    formWith(field('it', { widget: { kind: 'code', language: 'sql' } }), 'x');
    const view = EditorView.findFromDOM(await loaded()) ?? fail();
    const texts: string[] = [];
    for (const letter of 'abc')
      await act(async () => {
        view.dispatch(view.state.replaceSelection(letter));
        texts.push(view.state.doc.toString());
      });
    expect([texts, view.state.doc.toString(), view.state.selection.main.head]).toEqual([['ax', 'abx', 'abcx'], 'abcx', 3]);
  });
});

function fail(): never {
  throw new Error('There is no editor.');
}
