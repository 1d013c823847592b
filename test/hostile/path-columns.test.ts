import { ConfigurationError, defineAdmin, inline, model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, dialects } from '../support/databases.ts';

const setup = `CREATE TABLE shop (id integer PRIMARY KEY, name varchar(20), boss_id integer REFERENCES shop (id), code varchar(20), photo BYTES, count integer, worth numeric(9,2), money varchar(3));
  CREATE TABLE sale (id integer PRIMARY KEY, shop_id integer REFERENCES shop (id), shop__name varchar(10), shop__money varchar(3), other_id integer REFERENCES shop (id));
  CREATE TABLE line (id integer PRIMARY KEY, sale_id integer REFERENCES sale (id), amount integer);
  CREATE TABLE tag (id integer PRIMARY KEY, name varchar(20));
  CREATE TABLE sale_tag (sale_id integer REFERENCES sale (id), tag_id integer REFERENCES tag (id), PRIMARY KEY (sale_id, tag_id))`;

describe.each(dialects)('names of listDisplay that lead to no column on %s', (dialect) => {
  const problemsOf = async (listDisplay: readonly string[]): Promise<string[]> => {
    const database = await createTestDatabase(dialect);
    await database.execute(setup.replace('BYTES', dialect === 'postgres' ? 'bytea' : 'blob'));
    const admin = defineAdmin({
      database: database.source(),
      models: [
        model('shop', 's.Shop', {
          fields: { code: { writeOnly: true }, worth: { widget: { kind: 'money', currency: { field: 'money' } } } },
        }),
        model('sale', 's.Sale', {
          listDisplay,
          manyToMany: { tags: { through: 'sale_tag' } },
          fields: { other: { hidden: true } },
          inlines: [inline('line', 'sale')],
        }),
        model('line', 's.Line', { listDisplay: ['amount'] }),
        model('tag', 's.Tag', { listDisplay: ['Sale.count'] }),
      ],
    });
    try {
      await admin.ready();
      return [];
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return error.problems
        .filter(({ place }) => place === 's.Sale listDisplay')
        .map(({ id, message, cure }) => `${id}: ${message} ${cure}`);
    } finally {
      await admin.close();
      await database.close();
    }
  };
  const cannot = 'grimoire.E015: A list can not show this of other rows.';

  it.each([
    ['shpo.name', 'grimoire.E010: There is no such field. "shpo" of "shpo.name" is none. Did you mean "shop"?'],
    ['shop.nmae', 'grimoire.E010: There is no such field. "nmae" of "shop.nmae" is none. Did you mean "name"?'],
    [
      'id.name',
      'grimoire.E011: A path leads along foreign keys only. "id" of "id.name" is none. Name an own field, or a foreign key before the dot.',
    ],
    ['tags.name', `${cannot} "tags" of "tags.name" are several rows. Write "tags.count" for their number.`],
    ['Line.amount', `${cannot} "Line.amount" leads to several rows. Write "Line.count" for their number.`],
    ['lines.count', `${cannot} "lines.count" counts no rows that point here. Did you mean "Line.count"?`],
    ['Tag.count', `${cannot} "Tag.count" counts no rows that point here. Did you mean "tags.count"?`],
    ['tag.count', `${cannot} "tag.count" counts no rows that point here. Did you mean "tags.count"?`],
    ['other.name', 'grimoire.E014: The field is hidden. "other.name" is. Take it out, or show the field.'],
    ['shop.code', 'grimoire.E014: The field is hidden. "shop.code" is. Take it out, or show the field.'],
    ['shop.photo', `${cannot} "shop.photo" is in no list. Name another field.`],
    ['shop.name', `${cannot} "shop__name" is a field already. Take one out.`],
    // The currency of the amount would take its place.
    ['shop.worth', `${cannot} "shop__money" is a field already. Take one out.`],
    ['shop.boss.boss.boss.boss.name', `${cannot} "shop.boss.boss.boss.boss.name" is too long a path. Lead along 4 foreign keys at most.`],
  ])('%s is told with what to write', async (name, told) => {
    expect(await problemsOf([name])).toEqual([told]);
  });

  it('a column that is called count is no number of rows', async () => {
    expect(
      await problemsOf([
        'shop.count',
        'shop.boss.name',
        'Line.count',
        's.Line.count',
        'Line.sale.count',
        's.Line.sale.count',
        'tags.count',
      ]),
    ).toEqual([]);
  });
});
