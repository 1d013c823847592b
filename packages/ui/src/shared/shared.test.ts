import { expect, it } from 'vitest';

/** Members that only a server, a test or React itself uses. */
const inner = /^(?:__|default$|module\.exports$|act$|captureOwnerStack$|unstable_|requestFormReset$|browser$)/;

it.each([
  ['react', () => import('react'), () => import('./react.ts')],
  ['react-dom', () => import('react-dom'), () => import('./react-dom.ts')],
  ['react/jsx-runtime', () => import('react/jsx-runtime'), () => import('./react-jsx-runtime.ts')],
])('all of %s is shared with extensions', async (_, own, shared) => {
  const names = (module: object): readonly string[] =>
    Object.keys(module)
      .filter((name) => !inner.test(name))
      .toSorted();
  expect(names(await shared())).toEqual(names(await own()));
});
