import { cleanup } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadedPart } from './loaded-part.tsx';

class Boundary extends Component<{ readonly children: ReactNode }> {
  override readonly state: { readonly failure?: Error } = {};
  static getDerivedStateFromError(failure: Error): { readonly failure: Error } {
    return { failure };
  }
  override render(): ReactNode {
    return this.state.failure ? `Failed: ${this.state.failure.message}` : this.props.children;
  }
}

const Waiting = (): ReactNode => 'Waiting';
const Part = ({ name }: { readonly name: string }): ReactNode => `The part ${name}`;

/** All that React and promises do of their own accord; timers stand still. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe('a part whose code is loaded', () => {
  // Within `act`, React shows everything at once: this is about when it does otherwise.
  const testing = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const before = testing.IS_REACT_ACT_ENVIRONMENT;
  const place = document.createElement('div');
  const shown: { root?: Root } = {};
  beforeEach(() => {
    testing.IS_REACT_ACT_ENVIRONMENT = false;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    shown.root = createRoot(place);
  });
  afterEach(() => {
    shown.root?.unmount();
    vi.useRealTimers();
    vi.restoreAllMocks();
    testing.IS_REACT_ACT_ENVIRONMENT = before;
    cleanup();
  });

  /** @param key parts with the same key are one part, whose properties change */
  async function draw(element: ReactNode, key: string | number = Math.random()): Promise<string> {
    shown.root?.render(<Boundary key={key}>{element}</Boundary>);
    await turns();
    return place.textContent;
  }

  it('is shown as soon as the code is there, and from then on at once', async () => {
    const code = Promise.withResolvers<typeof Part>();
    const load = vi.fn(() => code.promise);
    const Loaded = loadedPart(load, Waiting);
    expect(load).not.toHaveBeenCalled();
    expect(await draw(<Loaded name="one" />)).toBe('Waiting');
    code.resolve(Part);
    await turns();
    expect(place.textContent).toBe('The part one');
    const texts: string[] = [];
    new MutationObserver(() => texts.push(place.textContent)).observe(place, { childList: true, subtree: true, characterData: true });
    expect(await draw(<Loaded name="two" />)).toBe('The part two');
    expect(texts).toEqual(['The part two']);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('may be loaded before it is drawn', async () => {
    const load = vi.fn(() => Promise.resolve(Part));
    const Loaded = loadedPart(load, Waiting);
    Loaded.load();
    Loaded.load();
    await turns();
    Loaded.load();
    expect(await draw(<Loaded name="one" />)).toBe('The part one');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('tells the nearest boundary where it could not be loaded, and is loaded again when it is drawn anew', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const load = vi
      .fn(() => Promise.resolve(Part))
      .mockRejectedValueOnce(new Error('gone'))
      .mockRejectedValueOnce(new Error('gone'));
    const Loaded = loadedPart(load, Waiting);
    Loaded.load();
    await turns();
    expect(await draw(<Loaded name="one" />)).toBe('Failed: Error: gone');
    expect(await draw(<Loaded name="two" />)).toBe('The part two');
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('is replaced where it could not be loaded, until it is drawn anew', async () => {
    const load = vi.fn(() => Promise.resolve(Part)).mockRejectedValueOnce(new Error('gone'));
    const Loaded = loadedPart(load, Waiting, ({ name }) => `In place of ${name}`);
    const once = (name: string): Promise<string> => draw(<Loaded name={name} />, 'once');
    expect(await once('one')).toBe('In place of one');
    Loaded.load();
    await turns();
    expect(await once('changed')).toBe('In place of changed');
    expect(await draw(<Loaded name="two" />)).toBe('The part two');
    expect(load).toHaveBeenCalledTimes(2);
  });
});
