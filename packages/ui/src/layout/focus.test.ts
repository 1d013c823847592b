import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { focusContent, focusIfLost } from './focus.ts';

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
