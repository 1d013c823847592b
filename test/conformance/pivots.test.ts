import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOver } from '../support/started-service.ts';

// Tables as `create_join_table` of Rails and migrations of Laravel make them.
describe.each(dialects)('tables without a key that link two others, on %s', (dialect) => {
  const time = dialect === 'postgres' ? 'timestamp' : 'datetime';
  const setup = `
    CREATE TABLE posts (id integer PRIMARY KEY, title text NOT NULL);
    CREATE TABLE tags (id integer PRIMARY KEY, name text NOT NULL, posts text);
    CREATE TABLE posts_tags (post_id integer NOT NULL REFERENCES posts ON DELETE CASCADE, tag_id integer NOT NULL REFERENCES tags, created_at ${time});
    CREATE TABLE roles (post_id integer REFERENCES posts, tag_id integer REFERENCES tags, title text NOT NULL);
    CREATE TABLE follows (post_id integer REFERENCES posts, other_id integer REFERENCES posts);
    INSERT INTO posts VALUES (1, 'First'), (2, 'Second');
    INSERT INTO tags VALUES (1, 'red', NULL), (2, 'blue', NULL);
    INSERT INTO posts_tags VALUES (1, 1, NULL);`;

  it('are many-to-many fields of both', async () => {
    const { root, rows } = await serviceOver(dialect, setup);
    const links = async (name: string): Promise<unknown> =>
      (await root.get(`/schema/m.${name}/`)).body.fields
        .filter(({ type }: any) => type === 'ManyToManyField')
        .map(({ name: field, related_model }: any) => [field, related_model]);
    expect(await links('Posts')).toEqual([['tags', 'm.Tags']]);
    // A column has that name.
    expect(await links('Tags')).toEqual([['posts2', 'm.Posts']]);
    expect((await root.get('/r/m.Posts/1/')).body.tags).toEqual([1]);
    expect((await root.patch('/r/m.Posts/1/', { tags: [2] })).body.tags).toEqual([2]);
    expect((await root.post('/r/m.Posts/', { id: 3, title: 'Third', tags: [1, 2] })).status).toBe(201);
    expect((await root.get('/r/m.Tags/2/')).body.posts2).toEqual([1, 3]);
    const pairs = (await rows('posts_tags')).map((row) => `${String(row['post_id'])} ${String(row['tag_id'])}`);
    expect(new Set(pairs)).toEqual(new Set(['1 2', '3 1', '3 2']));
  });

  it.runIf(dialect === 'postgres')('are told of at the start, with what to write for those that hold more', async () => {
    const { service } = await serviceOver(dialect, setup);
    const leftOut = await service.admin.operations.leftOut();
    expect(leftOut).toContain('posts_tags: served as `tags` of m.Posts and `posts2` of m.Tags.');
    const more =
      'it has neither a primary key nor a unique index without nulls; name it as `through` in `manyToMany` of a model that it references.';
    expect(leftOut).toEqual(expect.arrayContaining([`roles: ${more}`, `follows: ${more}`]));
    const starting = startService({ dialect, setup, models: [model('posts', 'm.Post'), model('posts_tags', 'm.PostTag')] });
    await expect(starting).rejects.toThrow(/E003 .*name the table as `through`/);
  });
});
