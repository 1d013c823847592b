import { rowWords } from '@grimoire/protocol';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Route, RouterProvider, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { schemaOf } from '../testing/schemas.ts';
import { rowAddress, useKeyOfPage } from './row-link.tsx';

function Page({ name }: { readonly name: string }) {
  return <output>{JSON.stringify([name, useKeyOfPage()])}</output>;
}

/** The pages of a model as react-admin has them. */
function Pages() {
  return (
    <Routes>
      <Route path="/shop.Word/*" element={<ModelPages />} />
    </Routes>
  );
}

function ModelPages() {
  return (
    <Routes>
      <Route path="create/*" element={<Page name="create" />} />
      <Route path=":id/show/*" element={<Page name="show" />} />
      <Route path=":id/*" element={<Page name="edit" />} />
    </Routes>
  );
}

/** The page at an address, and the key that it reads. */
function pageAt(address: string): unknown {
  const { unmount } = render(
    <RouterProvider router={createMemoryRouter([{ path: '*', element: <Pages /> }], { initialEntries: [address] })} />,
  );
  const shown: unknown = JSON.parse(screen.getByRole('status').textContent);
  unmount();
  return shown;
}

describe('the address of a row', () => {
  const schema = schemaOf('shop.Word', []);
  const shown = { ...schema, permissions: { ...schema.permissions, change: false } };

  it.each([...rowWords, 'Create', 'show', '12', 'a b', 'a/b', 'a%2Fb', '100%', '%63reate', 'two\nlines', 'a~b_2e', 'é?#&'])(
    'opens the row: %j',
    (key) => {
      expect(pageAt(rowAddress(schema, key))).toEqual(['edit', key]);
      expect(pageAt(rowAddress(shown, key))).toEqual(['show', key]);
    },
  );

  it.each([
    ['/shop.Word/a%20b', 'a b'],
    ['/shop.Word/a%2Fb', 'a/b'],
    ['/shop.Word/100%25', '100%'],
  ])('opens the row where the key is encoded once: %s', (address, key) => {
    expect(pageAt(address)).toEqual(['edit', key]);
  });
});
