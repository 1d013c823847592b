import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { focusContent, focusIfLost, focusPassedOn } from './focus.ts';

function made(tag: string, id: string): HTMLElement {
  const element = document.createElement(tag);
  element.id = id;
  return document.body.appendChild(element);
}

describe('focusIfLost', () => {
  let button: HTMLElement;
  beforeEach(() => {
    made('main', 'main-content');
    made('input', 'other');
    button = made('button', 'wanted');
  });
  afterEach(() => document.body.replaceChildren());

  it('moves the focus where nothing has it', () => {
    focusIfLost(button);
    expect(document.activeElement).toBe(button);
  });

  it('moves it from the content of the page, which got it because nothing else was known', () => {
    focusContent();
    expect(document.activeElement?.id).toBe('main-content');
    focusIfLost(button);
    expect(document.activeElement).toBe(button);
  });

  it('takes it from no other element', () => {
    document.querySelector<HTMLElement>('#other')?.focus();
    focusIfLost(button);
    expect(document.activeElement?.id).toBe('other');
  });
});

describe('focusPassedOn', () => {
  let button: HTMLElement;
  let section: HTMLElement;
  beforeEach(() => {
    made('main', 'main-content');
    section = made('section', 'part');
    button = section.appendChild(made('button', 'again'));
  });
  afterEach(() => document.body.replaceChildren());

  /** As React does: the ref is cleaned up before the element is removed. */
  function removed(element: HTMLElement): void {
    const passOn = focusPassedOn(element);
    element.focus();
    passOn();
    element.remove();
  }

  it('moves the focus from a button that disappears to the section in which it stands', () => {
    removed(button);
    expect(document.activeElement).toBe(section);
  });

  it('moves it to the content of the page where the section disappears too', async () => {
    removed(button);
    section.remove();
    await Promise.resolve();
    expect(document.activeElement?.id).toBe('main-content');
  });

  it('gives it back to a button that comes then, unless it has moved on', () => {
    removed(button);
    const again = section.appendChild(made('button', 'again'));
    focusPassedOn(again);
    expect(document.activeElement).toBe(again);
    removed(again);
    made('input', 'other').focus();
    focusPassedOn(section.appendChild(made('button', 'again')));
    expect(document.activeElement?.id).toBe('other');
  });

  it('gives it to no button elsewhere', () => {
    removed(button);
    focusPassedOn(made('button', 'again'));
    expect(document.activeElement).toBe(section);
  });

  it('leaves it where it is while the button does not have it', () => {
    const passOn = focusPassedOn(button);
    const other = made('input', 'other');
    other.focus();
    passOn();
    expect(document.activeElement).toBe(other);
  });
});
