/** The field by which the rows of an inline are in order (CONTRACT §15). */
import { inline, type InlineConfig, model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const setup = `
  CREATE TABLE album (id integer PRIMARY KEY, name varchar(20));
  CREATE TABLE song (id integer PRIMARY KEY, album integer REFERENCES album (id), title varchar(20), sort_order smallint, length integer,
    serial integer UNIQUE, mark varchar(3), secret integer, story integer, plays integer, UNIQUE (album, sort_order));
  CREATE TABLE side (album integer REFERENCES album (id), position integer, name varchar(20), PRIMARY KEY (album, position));
  CREATE TABLE review (id integer PRIMARY KEY, album integer REFERENCES album (id), sequence integer UNIQUE, rank varchar(3), sort integer);`;

const fields = {
  sort_order: { view: 'm.see_order' },
  secret: { hidden: true },
  story: { detailOnly: true },
  plays: { readonly: true },
} as const;

const albums = (inlines: readonly InlineConfig[], position: object = {}) => [
  model('album', 'm.Album', { inlines }),
  model('song', 'm.Song', { fields: { ...fields, ...position } }),
  model('side', 'm.Side'),
  model('review', 'm.Review', { fields: { sort: { readonly: true } } }),
];

const song = { model: 'm.Song', fk_field: 'album', verbose_name: 'song' };

describe.each(dialects)('the order of the rows of an inline on %s', (dialect) => {
  const { service, root } = serviceForAll(() =>
    startService({ dialect, setup, models: albums([inline('song', 'album'), inline('side', 'album'), inline('review', 'album')]) }),
  );

  it('is that of an integer with a usual name, which is edited, no part of the key and no serial number', async () => {
    expect((await root.get('/schema/m.Album/')).body.inlines).toEqual([
      { ...song, position_field: 'sort_order' },
      { model: 'm.Side', fk_field: 'album', verbose_name: 'side' },
      { model: 'm.Review', fk_field: 'album', verbose_name: 'review' },
    ]);
  });

  it('is unknown to those who may not view the field', async () => {
    const clerk = await service.user({ username: 'clerk', permissions: ['m.album:view_album', 'm.song:view_song'] });
    expect((await clerk.get('/schema/m.Album/')).body.inlines).toEqual([song]);
    const buyer = await service.user({ username: 'buyer', permissions: ['m.album:view_album', 'm.song:view_song', 'm.song:see_order'] });
    expect((await buyer.get('/schema/m.Album/')).body.inlines).toEqual([{ ...song, position_field: 'sort_order' }]);
  });

  it('is described', async () => {
    const { components } = (await root.get('/openapi.json')).body;
    expect(components.schemas.InlineSchema).toMatchObject({
      properties: { position_field: { type: 'string' } },
      required: ['model', 'fk_field', 'verbose_name'],
    });
  });
});

describe.each(dialects)('the order of the rows of an inline, in a config on %s', (dialect) => {
  const started = (position: string | false, more: object = {}) =>
    startService({ dialect, setup, models: albums([inline<unknown>('song', 'album', { position: position as never })], more) });

  it.each([
    ['length', { ...song, position_field: 'length' }],
    [false, song],
  ] as const)('is by %s', async (position, expected) => {
    const service = await started(position);
    expect((await (await service.superuser()).get('/schema/m.Album/')).body.inlines).toEqual([expected]);
    await service.close();
  });

  it.each([
    ['lenght', {}, 'is no field of m.Song. Did you mean "length"?'],
    ['title', {}, 'is no integer'],
    ['album', {}, 'is no integer'],
    ['id', {}, 'is a part of the key'],
    ['secret', {}, 'is hidden'],
    ['story', {}, 'is in no list'],
    ['plays', {}, 'is not edited'],
    ['length', { length: { visibleWhen: { title: 'x' } } }, 'is not always edited'],
  ])('is not by %s %j', async (position, more, expected) => {
    const problem = started(position, more);
    await expect(problem).rejects.toThrow('E024 m.Album inlines.album');
    await expect(problem).rejects.toThrow(expected);
  });
});
