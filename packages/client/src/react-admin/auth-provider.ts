import type { ModelPermissions, ModelSummary, UserPayload } from '@grimoire/protocol';
import type { AuthProvider, UserIdentity } from 'ra-core';
import type { Client } from '../client.ts';
import { ApiError, type Problem, settled } from '../errors.ts';

/** The options of the provider. */
export interface AuthProviderOptions {
  /** Whether to use a session cookie, which requires a page of the service's own origin; otherwise tokens. */
  readonly session?: boolean;
}

/** The rights of the user, by the models' keys. */
export type PermissionsByModel = ReadonlyMap<string, ModelPermissions>;

const rights: Readonly<Record<string, keyof ModelPermissions>> = {
  list: 'view',
  show: 'view',
  export: 'view',
  create: 'add',
  edit: 'change',
  delete: 'delete',
};

/** react-admin's auth provider: the current user, and their rights according to the schema. */
export function authProvider(client: Accounts, { session = false }: AuthProviderOptions = {}): AuthProvider {
  const identity = remembered(async () => identityOf(await client.me()));
  const permissions = remembered(async () => permissionsOf(await client.schema()));
  const forget = (): void => {
    identity.forget();
    permissions.forget();
  };
  return {
    async login({ username, password }: { username: string; password: string }) {
      forget();
      await client.login({ username, password, ...(session ? { session } : {}) });
    },
    async logout() {
      forget();
      const ended = await settled(client.logout());
      // A user who is signed out already needs no error.
      if (!ended.ok && !isOut(ended.problem)) throw new Error(ended.problem.detail);
    },
    async checkAuth() {
      const user = await settled(identity.get());
      // Other errors, such as an unreachable service, do not mean that the user is signed out.
      if (!user.ok && isOut(user.problem)) throw new Error(user.problem.detail);
    },
    async checkError(error: unknown) {
      if (!(error instanceof ApiError) || !isOut(error.problem)) return;
      forget();
      throw error;
    },
    getIdentity: identity.get,
    getPermissions: permissions.get,
    async canAccess({ resource, action }) {
      const right = rights[action];
      const of = (await permissions.get()).get(resource);
      return right !== undefined && of !== undefined && of[right];
    },
  };
}

/** Whether the user is not signed in, or is not (or no longer) a member of staff. */
function isOut(problem: Problem): boolean {
  return problem.kind === 'signed out' || (problem.kind === 'forbidden' && problem.code === 'not_staff');
}

type Accounts = Pick<Client, 'login' | 'logout' | 'me' | 'schema'>;

interface Remembered<T> {
  readonly get: () => Promise<T>;
  readonly forget: () => void;
}

/** Caches the answer of a call; a failed call is made again. */
function remembered<T>(ask: () => Promise<T>): Remembered<T> {
  let answer: Promise<T> | null = null;
  const forget = (): void => {
    answer = null;
  };
  return {
    forget,
    get() {
      answer ??= ask().catch((error: unknown) => {
        forget();
        throw error;
      });
      return answer;
    },
  };
}

function permissionsOf(models: readonly ModelSummary[]): PermissionsByModel {
  return new Map(models.map(({ model, permissions }) => [model, permissions]));
}

/** The identity of a user: the key, or the username where the host application's payload has no key. */
export function userIdOf({ id, username }: Partial<UserPayload>): string {
  return String(id ?? username ?? '');
}

function identityOf(user: Partial<UserPayload>): UserIdentity {
  return { ...user, id: user.id ?? userIdOf(user), fullName: user.name || user.username || '' };
}
