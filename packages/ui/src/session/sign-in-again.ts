import type { Service } from './service.ts';

/**
 * Signs in over a page whose session has ended. If another user signs in, the page is reloaded: it must not show data of the first user, or send
 * anything in the name of the second.
 */
export async function signInAgain(
  { client, owner, session }: Pick<Service, 'client' | 'owner' | 'session'>,
  credentials: { readonly username: string; readonly password: string },
): Promise<void> {
  if (owner.is(await client.login({ ...credentials, session: true }))) session.settle(true);
  else location.reload();
}
