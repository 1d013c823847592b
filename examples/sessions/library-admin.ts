import { type Admin, type AdminSettings, defineAdmin, model, sqlite } from 'grimoire';

/** The admin that each host mounts at `/admin/api/`: a table of books, and the host's own session at the door. */
export function libraryAdmin(file: string, settings: AdminSettings): Admin {
  return defineAdmin({
    database: sqlite(file),
    baseUrl: '/admin/api/',
    models: [model('book', 'library.Book')],
    settings,
  });
}

/** A host's own users, as its own tables might have them. */
export const users: Readonly<Record<string, { readonly name: string; readonly role: 'librarian' | 'reader' }>> = {
  lena: { name: 'Lena Larsen', role: 'librarian' },
  rolf: { name: 'Rolf Reader', role: 'reader' },
};

/** What a user of the host may do in the admin. */
export function staffOf(
  username: string | undefined,
): { id: string; username: string; name: string; isStaff: boolean; permissions: string[] } | null {
  const user = username === undefined ? undefined : users[username];
  if (username === undefined || !user) return null;
  const permissions = ['library.view_book', 'library.change_book'];
  return { id: `user-${username}`, username, name: user.name, isStaff: user.role === 'librarian', permissions };
}
