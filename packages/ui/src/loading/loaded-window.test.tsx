import { render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { AdminContext, Notification } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { loadedWindow } from './loaded-window.tsx';

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
