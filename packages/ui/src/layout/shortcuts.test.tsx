import Dialog from '@mui/material/Dialog';
import Drawer from '@mui/material/Drawer';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import { cleanup, fireEvent, render } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { describe, expect, it, vi } from 'vitest';
import { isBehindWindow, isOverlaid, useShortcuts } from './shortcuts.ts';

interface WindowProps {
  readonly open: boolean;
}

const windows = {
  dialog: ({ open }: WindowProps) => <Dialog open={open}>Question</Dialog>,
  drawer: ({ open }: WindowProps) => <Drawer open={open}>Row</Drawer>,
  popover: ({ open }: WindowProps) => (
    <Popover open={open} anchorEl={document.body}>
      Value
    </Popover>
  ),
  menu: ({ open }: WindowProps) => (
    <Menu open={open} anchorEl={document.body}>
      <MenuItem>Paid</MenuItem>
    </Menu>
  ),
};

function Keys({ run }: { readonly run: () => void }) {
  useShortcuts({ j: run });
  return null;
}

describe('the keys of a page', () => {
  it('are taken again as soon as a window is closed, though it still fades out', () => {
    for (const [name, Window] of Object.entries(windows)) {
      const run = vi.fn<() => void>();
      const page = (isOpen: boolean) => (
        <AdminContext>
          <Keys run={run} />
          <Window open={isOpen} />
        </AdminContext>
      );
      const press = (): unknown => fireEvent.keyDown(document.body, { key: 'j' });
      const { rerender } = render(page(true));
      press();
      expect([name, isOverlaid(), run.mock.calls.length]).toEqual([name, true, 0]);
      rerender(page(false));
      expect([name, document.querySelectorAll('.MuiModal-root:not(.MuiModal-hidden)').length]).toEqual([name, 1]);
      press();
      expect([name, isOverlaid(), run.mock.calls.length]).toEqual([name, false, 1]);
      cleanup();
    }
  });

  it('are not taken behind a window from which a menu fades out', () => {
    const page = (isMenuOpen: boolean) => (
      <>
        <windows.dialog open />
        <windows.menu open={isMenuOpen} />
      </>
    );
    const { rerender } = render(page(true));
    rerender(page(false));
    expect(isBehindWindow()).toBe(true);
  });
});
