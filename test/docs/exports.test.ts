import { beforeAll, describe, expect, it } from 'vitest';
import { exportsPage } from '../../scripts/reference/exports-page.ts';
import { type PublicModule, publicModules } from '../../scripts/reference/exports.ts';

it('is the page of all exports', async () => {
  await expect(exportsPage()).toMatchFileSnapshot('../../docs/reference/exports.md');
});

describe('every export', () => {
  let modules: readonly PublicModule[] = [];
  beforeAll(() => void (modules = publicModules()));

  it('that a program can import is there', async () => {
    for (const { name, described, repeated } of modules.filter((module) => module.name !== '@grimoire/client/react-admin')) {
      const there = new Set([...described, ...repeated].map((each) => each.name));
      for (const exported of Object.keys((await import(name)) as object))
        expect([name, exported, there.has(exported)]).toEqual([name, exported, true]);
    }
  });

  it('has a doc comment', () => {
    const without = modules.flatMap(({ described }) =>
      described.filter(({ doc, code }) => doc === '' && code !== null).map(({ name }) => name),
    );
    expect(without).toEqual([]);
  });

  it('is shown without bodies, values and private members', () => {
    const codes = modules.flatMap(({ described }) => described.map(({ code }) => code ?? ''));
    expect(codes.filter((code) => /\{\} \{\}|^ *return |=> \{$|#\w+|\bthis\.\w+ =/m.test(code))).toEqual([]);
  });
});
