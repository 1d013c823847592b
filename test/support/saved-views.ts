import { model } from 'grimoire';
import { expect } from 'vitest';
import type { Client, TestService } from './service.ts';

/** Two models of which one has a field with a permission of its own. */
export const setup = `
  CREATE TABLE note (id integer PRIMARY KEY, title varchar(20), secret varchar(20));
  CREATE TABLE vault (id integer PRIMARY KEY, title varchar(20));
  INSERT INTO note VALUES (1, 'a', 'x'), (2, 'b', 'y');`;
export const note = model('note', 't.Note', { searchFields: ['title'], fields: { secret: { view: 't.view_secret' } } });
export const vault = model('vault', 't.Vault');
export const views = '/views/';
/** What users hold who see notes, and who share views of them. */
export const seesNotes = ['t.note:view_note'];
export const shares = [...seesNotes, 'auth.user:share_view'];

/** The names of the views that a client is told of. */
export async function names(client: Client, query = ''): Promise<string[]> {
  const { status, body } = await client.get(`${views}${query}`);
  expect(status).toBe(200);
  return body.views.map(({ name }: { name: string }) => name);
}

/** Saves a view of notes. @returns its answer */
export async function save(client: Client, name: string, more: object = {}) {
  const answer = await client.post(views, { model: 't.Note', name, ...more });
  expect([answer.status, answer.body]).toEqual([201, answer.body]);
  return answer.body;
}

/** The key of a group. */
export async function groupOf({ database }: TestService, name: string): Promise<number> {
  const [row] = await database.query('SELECT id FROM grimoire_group WHERE name = ?', [name]);
  return Number(row?.['id']);
}

/** Takes a user out of all groups. */
export async function leaveGroups({ database }: TestService, username: string): Promise<void> {
  await database.query('DELETE FROM grimoire_user_groups WHERE user_id = (SELECT id FROM grimoire_user WHERE username = ?)', [username]);
}
