import type { ModelPermissions, ModelSummary, UserPayload } from '@grimoire/protocol';
import type { AuthProvider, UserIdentity } from 'ra-core';
import type { Client } from '../client.ts';
import { ApiError, type Problem, settled } from '../errors.ts';

/** What the provider may be told. */
export interface AuthProviderOptions {
  /** By a session's cookie, which a page of the service's own origin can have; by tokens otherwise. */
  readonly session?: boolean;
}

/** What the user may do, by the models' keys. */
export type PermissionsByModel = ReadonlyMap<string, ModelPermissions>;

const rights: Readonly<Record<string, keyof ModelPermissions>> = {
  list: 'view',
  show: 'view',
  export: 'view',
  create: 'add',
  edit: 'change',
  delete: 'delete',
};

/** react-admin's auth provider: who is signed in, and what the schema says that they may do. */
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
      // Who is out already is where they wanted to be.
      if (!ended.ok && !isOut(ended.problem)) throw new Error(ended.problem.detail);
    },
    async checkAuth() {
      const known = await settled(identity.get());
      // A service that is away says nothing of who is signed in.
      if (!known.ok && isOut(known.problem)) throw new Error(known.problem.detail);
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

/** Not signed in, or as somebody who is no member of staff, or no longer. */
function isOut(problem: Problem): boolean {
  return problem.kind === 'signed out' || (problem.kind === 'forbidden' && problem.code === 'not_staff');
}

type Accounts = Pick<Client, 'login' | 'logout' | 'me' | 'schema'>;

interface Remembered<T> {
  readonly get: () => Promise<T>;
  readonly forget: () => void;
}

/** What is asked once; what failed is asked again. */
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

/** Who a user is: by the key, or by the name where a host's own payload has no key. */
export function userIdOf({ id, username }: Partial<UserPayload>): string {
  return String(id ?? username ?? '');
}

function identityOf(user: Partial<UserPayload>): UserIdentity {
  return { ...user, id: user.id ?? userIdOf(user), fullName: user.name || user.username || '' };
}
