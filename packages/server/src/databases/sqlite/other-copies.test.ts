import { expect, it } from 'vitest';
import { librariesIn } from './other-copies.ts';

it('Libraries are known by the files that they load, and others in a folder of the same name are not.', () => {
  const paths = [
    '/app/node_modules/better-sqlite3/prebuilds/linux-x64.node',
    '/app/node_modules/.pnpm/better-sqlite3@11.0.0/node_modules/better-sqlite3/build/Release/better_sqlite3.node',
    'C:\\app\\node_modules\\sqlite3\\build\\Release\\node_sqlite3.node',
    '7f1e7a0 r-xp 00000000 08:01 11 /app/node_modules/@libsql/linux-x64-gnu/index.node',
    '/app/node_modules/.prisma/client/libquery_engine-debian-openssl-3.0.x.so.node',
    '/bundle/better_sqlite3.node',
  ].map((path) => librariesIn([path]));
  expect(paths).toEqual([['better-sqlite3'], ['better-sqlite3'], ['sqlite3'], ['libsql'], ['Prisma'], ['better-sqlite3']]);
  const others = [
    '/srv/sqlite3/node_modules/bcrypt/bcrypt.node',
    '/app/node_modules/sqlite3/node_modules/bcrypt/bcrypt.node',
    '/lib/libsqlite3.so.0',
  ];
  expect(librariesIn(others)).toEqual([]);
});
