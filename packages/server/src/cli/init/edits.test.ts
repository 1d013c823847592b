import { describe, expect, it } from 'vitest';
import { addScripts, addVariables, ignoreEnvironment } from './edits.ts';

describe('addScripts', () => {
  it('keeps the indentation and the line ends', () => {
    const tabs = '{\r\n\t"name": "a",\r\n\t"scripts": {\r\n\t\t"test": "x"\r\n\t}\r\n}\r\n';
    expect(addScripts(tabs, { admin: 'grimoire serve' })).toEqual({
      text: '{\r\n\t"name": "a",\r\n\t"scripts": {\r\n\t\t"test": "x",\r\n\t\t"admin": "grimoire serve"\r\n\t}\r\n}\r\n',
      added: ['admin'],
    });
    expect(addScripts('{\n    "name": "a"\n}', { admin: 's' }).text).toBe(
      '{\n    "name": "a",\n    "scripts": {\n        "admin": "s"\n    }\n}',
    );
  });

  it('replaces no script', () => {
    const text = '{"scripts":{"admin":"own"}}';
    expect(addScripts(text, { admin: 's' })).toEqual({ text, added: [] });
    expect(addScripts('{}\n', { admin: 's' }).text).toBe('{\n  "scripts": {\n    "admin": "s"\n  }\n}\n');
  });

  it('refuses what is no JSON', () => {
    expect(() => addScripts('{', { admin: 's' })).toThrow(SyntaxError);
  });
});

describe('addVariables', () => {
  it('adds what is missing, and quotes what needs it', () => {
    expect(addVariables('A=1', new Set(['A']), { A: '2', B: 'postgres://u:p%40@h/d?x=1&y', C: 'a #b', D: 'a "b"' })).toEqual({
      text: 'A=1\nB=postgres://u:p%40@h/d?x=1&y\nC="a #b"\nD=\'a "b"\'\n',
      added: ['B', 'C', 'D'],
    });
    expect(addVariables('A=1', new Set(['A']), { A: '2' })).toEqual({ text: 'A=1', added: [] });
  });
});

describe('ignoreEnvironment', () => {
  it('adds a line only if none ignores .env', () => {
    for (const text of ['.env\n', 'dist\r\n.env*\r\n', '/.env']) expect(ignoreEnvironment(text)).toEqual({ text, added: [] });
    for (const text of ['# .env\n', '.env.local\n', '!.env\n']) expect(ignoreEnvironment(text).text).toBe(`${text}.env\n`);
    expect(ignoreEnvironment('dist').text).toBe('dist\n.env\n');
  });
});
