import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SearchIndex, TableName } from '../../model/table.ts';
import { plainUpdatesStatement } from './plain-updates.ts';
import { type FollowedUpdates, searchIndexStatements } from './search-index.ts';

const searchIndex: SearchIndex = { name: 'person_search', key: 'id', columns: ['name'] };

describe('an UPDATE of a table with a search index', () => {
  let database: DatabaseSync;
  beforeEach(() => {
    database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)');
  });
  afterEach(() => database.close());

  function isPlain(columns: readonly string[], table: TableName = { schema: undefined, name: 'person', searchIndex }): boolean {
    const { sql, parameters } = plainUpdatesStatement(table, columns);
    const [value] = Object.values(database.prepare(sql).get(...(parameters as string[])) ?? {});
    return value === 1;
  }

  function makeIndex(updates?: FollowedUpdates, index = searchIndex): void {
    const { table, triggers } = searchIndexStatements('person', index, updates);
    for (const statement of [table, ...triggers]) database.exec(statement);
  }

  it.each(['of its columns', 'all'] as const)('changes nothing else in it, if the index follows updates %s', (updates) => {
    makeIndex(updates);
    expect([isPlain(['age']), isPlain(['name'])]).toEqual([true, true]);
  });

  it('may change something else, if there is another trigger', () => {
    makeIndex();
    database.exec('CREATE TRIGGER older AFTER UPDATE ON person BEGIN UPDATE person SET age = age + 1 WHERE id = new.id; END');
    expect(isPlain(['name'])).toBe(false);
  });

  it('may change something else, if the trigger of the index has another text', () => {
    makeIndex();
    database.exec(`DROP TRIGGER person_search_update;
      CREATE TRIGGER person_search_update AFTER UPDATE ON person BEGIN UPDATE person SET age = 1 WHERE id = new.id; END`);
    expect(isPlain(['name'])).toBe(false);
  });

  it('may change something else, if the index is none, or not that of the model', () => {
    makeIndex();
    expect(isPlain(['age'], { schema: undefined, name: 'person' })).toBe(false);
    makeIndex(undefined, { ...searchIndex, name: 'other_search' });
    expect(isPlain(['age'])).toBe(false);
    database.exec('DROP TABLE person_search; CREATE TABLE person_search (name, person_search)');
    for (const when of ['insert', 'delete', 'update']) database.exec(`DROP TRIGGER other_search_${when}`);
    expect(isPlain(['age'])).toBe(false);
  });
});
