import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fold } from '../case-folding.ts';
import { registerFunctions } from './functions.ts';
import { matchOf, phrasesOf } from './search-phrases.ts';
import { sqliteFragments } from './sql-fragments.ts';

const [column, parameter] = [sql`text`, sql`?1`];

const caseless = { where: 'anywhere', isCaseless: true } as const;

/** A search index over these texts, by their places. */
function indexOf(texts: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  registerFunctions(database);
  database.exec(`CREATE TABLE row (id INTEGER PRIMARY KEY, text TEXT);
    CREATE VIRTUAL TABLE entry USING fts5(text, content='row', content_rowid='id', tokenize='trigram'); BEGIN`);
  const insert = database.prepare('INSERT INTO row VALUES (?, ?)');
  for (const [place, text] of texts.entries()) insert.run(place, text);
  database.exec("COMMIT; INSERT INTO entry (entry) VALUES ('rebuild')");
  return database;
}

function found(database: DatabaseSync, text: string): ReadonlySet<unknown> {
  const rows = database.prepare('SELECT rowid AS id FROM entry WHERE entry MATCH ?').all(matchOf(phrasesOf(text)));
  return new Set(rows.map(({ id }) => id));
}

describe('the phrases that a trigram index is asked for', () => {
  it('are found wherever a letter is the same for the service, whatever the code point', () => {
    const byFold = Map.groupBy(
      Array.from({ length: 0x110000 }, (_, point) => point).filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff)),
      (point) => fold(String.fromCodePoint(point)),
    );
    const groups = [...byFold].filter(([letter]) => phrasesOf(`x${letter}y`).length > 0 && !/^[\u0000-\u007f]/.test(letter));
    const rows = groups.flatMap(([letter, points]) => points.map((point) => ({ letter, text: `x${String.fromCodePoint(point)}y` })));
    const database = indexOf(rows.map(({ text }) => text));
    const ask = database.prepare('SELECT 1 FROM entry WHERE entry MATCH ? AND rowid = ?');
    const missed = rows.filter(({ letter }, place) => ask.get(matchOf([`x${letter}y`]), place) === undefined);
    expect(missed).toEqual([]);
    expect(groups.length).toBeGreaterThan(30_000);
  });

  it('find every text that a search matches', () => {
    const unit = fc.constantFrom(...Array.from('abcABC"\'*^():-+{}%_\\ iİkK\u212aäÄßẞσςΣжЖ日本éE\u0301\u{1F600}\n'), 'NEAR', 'AND', 'OR');
    const texts = fc.string({ unit, maxLength: 8 });
    let used = 0;
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 20 }), texts, fc.nat(), (rows, needle, place) => {
        const phrases = phrasesOf(needle);
        if (phrases.length === 0) return;
        used += 1;
        const all = [...rows, `x${needle.toUpperCase()}y`, `${rows[place % rows.length]}\0${needle}`, needle];
        const database = indexOf(all);
        const form = sqliteFragments.searchForm([needle], caseless);
        const { sql: condition } = sqliteFragments.compile(
          sqliteFragments.matches(column, parameter, { form, match: caseless, field: {} as never }),
        );
        const matching = database
          .prepare(`SELECT id FROM row WHERE ${condition}`)
          .all(String(sqliteFragments.bindSearch([needle], caseless, form)));
        const candidates = found(database, needle);
        expect(matching.filter(({ id }) => !candidates.has(id))).toEqual([]);
        database.close();
      }),
      { numRuns: 1500 },
    );
    expect(used).toBeGreaterThan(500);
  });

  it('are none for a text that is too short, or has a null character', () => {
    for (const text of ['', 'ab', 'äö', 'a\0bcd', 'a'.repeat(1001), '\u{1F600}\u{1F600}'])
      expect([text, phrasesOf(text)]).toEqual([text, []]);
    expect(phrasesOf('Ärzte')).toEqual(['ärzte']);
    expect(phrasesOf('Mükker')).toEqual([]);
    expect(phrasesOf('Müllermeister')).toEqual(['müllerme', 'ster']);
  });
});
