import { render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { AdminContext, Notification } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { loadedWindow, loadWindowsAhead } from './loaded-window.tsx';

afterEach(() => {
  loadWindowsAhead(null);
  vi.useRealTimers();
});

it('a window whose code can not be loaded closes, and says so once', async () => {
  const Broken = loadedWindow<{ readonly onClose: () => void }>(() => Promise.reject(new Error('gone')));
  const closed = vi.fn();
  function Page() {
    const [count, setCount] = useState(0);
    const close = (): void => {
      closed();
      setCount(count + 1);
    };
    return (
      <>
        <p>The page</p>
        <Broken onClose={close} />
        <Notification />
      </>
    );
  }
  render(
    <AdminContext>
      <Page />
    </AdminContext>,
  );
  await screen.findByText('This could not be loaded. Reload the page.');
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  expect(screen.getByText('The page')).toBeTruthy();
});

it('the code of a window is loaded ten seconds after the code that opens it, once that is wanted and the service is there', async () => {
  vi.useFakeTimers();
  const loaded: string[] = [];
  const open = (name: string) =>
    loadedWindow(async () => {
      loaded.push(name);
      return () => null;
    });
  open('first');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loaded).toEqual([]);
  let isThere = false;
  loadWindowsAhead(() => isThere);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(loaded).toEqual([]);
  isThere = true;
  await vi.advanceTimersByTimeAsync(5000);
  open('second');
  await vi.advanceTimersByTimeAsync(5000);
  expect(loaded).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(loaded).toEqual(['first', 'second']);
});
