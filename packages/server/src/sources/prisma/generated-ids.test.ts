import { expect, it } from 'vitest';
import { cuidsOf, idMaker } from './generated-ids.ts';
import type { PrismaColumn, PrismaModel } from './schema.ts';

function modelOf(name: string, argument?: string): PrismaModel {
  const id = { name: 'id', column: 'id', type: 'String', isList: false, isUpdatedAt: false, helpText: undefined };
  const columns: PrismaColumn[] = [{ ...id, makes: { name: 'cuid', argument } }];
  return { name, isView: false, columns, relations: [], key: ['id'], table: { schema: undefined, name } };
}

it('a library of cuids that a model needs and that is not installed is named with the model', async () => {
  const none = async (): Promise<undefined> => undefined;
  await expect(cuidsOf([modelOf('Order'), modelOf('Tag', '2')], none)).rejects.toThrow(
    /E071 Order id: .*"@bugsnag\/cuid".*npm install @bugsnag\/cuid[\s\S]*E071 Tag id: .*npm install @paralleldrive\/cuid2/,
  );
});

it('only the libraries that a model needs are loaded', async () => {
  const loaded: number[] = [];
  const load = async (version: number): Promise<() => string> => {
    loaded.push(version);
    return () => `key of ${version}`;
  };
  const cuids = await cuidsOf([modelOf('Order', '2'), modelOf('Tag', '2')], load);
  expect(loaded).toEqual([2]);
  expect(idMaker({ name: 'cuid', argument: '2' }, cuids)?.()).toBe('key of 2');
  expect(idMaker({ name: 'nanoid', argument: '8' }, new Map())?.()).toHaveLength(8);
  expect(idMaker({ name: 'now', argument: undefined }, new Map())).toBeUndefined();
});

it('the libraries make cuids', async () => {
  const cuids = await cuidsOf([modelOf('Order'), modelOf('Tag', '2')]);
  expect(cuids.get(1)?.()).toMatch(/^c[0-9a-z]{24}$/);
  expect(cuids.get(2)?.()).toMatch(/^[a-z][0-9a-z]{23}$/);
});
