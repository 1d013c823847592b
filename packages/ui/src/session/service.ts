import { ApiError, Client, exactJson } from '@grimoire/client';
import {
  authProvider as authProviderOf,
  dataProvider as dataProviderOf,
  type GrimoireDataProvider,
  type PermissionsByModel,
} from '@grimoire/client/react-admin';
import { focusManager, onlineManager, type Query, QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { ExtensionState } from '../extension/extension-state.ts';
import { isAway, mayWorkLater } from './failure.ts';
import { Reach } from './reach.ts';
import { sendInTime } from './time-limit.ts';
import { sendExpiring } from './old-rows.ts';
import { PageOwner } from './page-owner.ts';
import { RowAhead } from './row-ahead.ts';
import { modelsQueryOf, schemaQueryOf } from './schema-query.ts';
import { Session } from './session.ts';
import type { PageSettings } from './settings.ts';
import { Undos } from './undos.ts';
import { Questions } from './questions.ts';
import { Unsaved } from './unsaved.ts';

/** The objects that the components of one dashboard share. Two dashboards on a page have separate services. */
export interface Service {
  readonly settings: PageSettings;
  readonly client: Client;
  readonly dataProvider: GrimoireDataProvider;
  /** For the page of a row that is opened first. */
  readonly rowAhead: RowAhead;
  readonly authProvider: ReturnType<typeof authProviderOf>;
  /** The cache of queries. */
  readonly queryClient: QueryClient;
  readonly session: Session;
  readonly reach: Reach;
  readonly owner: PageOwner;
  readonly unsaved: Unsaved;
  readonly undos: Undos;
  readonly questions: Questions;
  readonly extensionState: ExtensionState;
}

const ServiceContext = createContext<Service | null>(null);

/** Provides a service to the components inside. */
export const ServiceProvider = ServiceContext.Provider;

/** The service of the surrounding dashboard. */
export function useService(): Service {
  const service = useContext(ServiceContext);
  if (!service) throw new Error('A component of the dashboard stands in a ServiceProvider.');
  return service;
}

/**
 * The service that served the page; users are signed in by a session cookie.
 * @param rawSend sends the requests; the page's own `fetch` by default
 */
export function createService(settings: PageSettings, rawSend: typeof fetch = (input, init) => fetch(input, init)): Service {
  const send = sendInTime(rawSend, settings);
  const csrfToken = (): string | null => cookieOf(settings.csrfCookie);
  const session = new Session();
  const unsaved = new Unsaved();
  const owner: PageOwner = new PageOwner({ session, csrfToken, unsaved, askWho: () => client.me() });
  const queryClient = newQueryClient();
  const baseUrl = new URL(settings.api, location.href).href;
  const sendAndExpire = sendExpiring({ queryClient, baseUrl, send });
  const client: Client = new Client({
    baseUrl,
    csrfToken,
    json: exactJson,
    // The texts of the service stand beside those of the page.
    language: () => document.documentElement.lang || null,
    // Users who sign in to the host application can not sign in in a dialog over the page.
    fetch: settings.hasHostSessions ? sendAndExpire : session.fetchWith({ send: sendAndExpire, permit: owner.permit }),
  });
  const reach = new Reach({ queryClient, ask: isThereBy(new Client({ baseUrl, fetch: send })) });
  const provider = dataProviderOf(client, {
    maxPageSize: settings.maxPageSize,
    schemaOf: (model) => queryClient.fetchQuery(schemaQueryOf(client, model)),
  });
  const rowAhead = new RowAhead(provider);
  const dataProvider = { ...provider, getOne: rowAhead.getOne };
  const authProvider = authProviderFor({ settings, client, rowAhead, session, owner, queryClient, csrfToken });
  return {
    settings,
    client,
    dataProvider,
    rowAhead,
    authProvider,
    queryClient,
    session,
    reach,
    owner,
    unsaved,
    undos: new Undos(),
    questions: new Questions(),
    extensionState: new ExtensionState(),
  };
}

/**
 * When the window gets the focus, checks whose session it is. When it is seen again or online again, checks whether a service that was away is there.
 * @returns what ends this
 */
export function watchWindow({ owner, reach }: Service): () => void {
  const check = (): void => void owner.check();
  window.addEventListener('focus', check);
  const ends = [
    onlineManager.subscribe((isOnline) => isOnline && void reach.askNow()),
    focusManager.subscribe((isSeen) => isSeen && void reach.askNow()),
    () => window.removeEventListener('focus', check),
  ];
  return () => ends.forEach((end) => end());
}

function cookieOf(name: string): string | null {
  const entry = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return entry?.slice(name.length + 1) ?? null;
}

/** Asks who the user is. Each answer of the service counts, also a 401. */
function isThereBy(client: Pick<Client, 'me'>): (signal: AbortSignal) => Promise<boolean> {
  return (signal) =>
    client.me({ signal }).then(
      () => true,
      (error: unknown) => error instanceof ApiError && !isAway(error),
    );
}

function newQueryClient(): QueryClient {
  // What the service was away for is asked for again by `Reach`.
  const isOfReach = ({ state }: Query): boolean => isAway(state.error);
  return new QueryClient({
    defaultOptions: {
      // A call that can not be made fails at once instead of waiting for a network. What a page shows is read again when the browser has one.
      queries: {
        retry: (failures, error) => failures < 1 && mayWorkLater(error),
        networkMode: 'always',
        retryDelay: 500,
        refetchOnReconnect: (query) => !isOfReach(query),
        refetchOnWindowFocus: (query) => !isOfReach(query),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

interface AuthParts extends Pick<Service, 'settings' | 'client' | 'rowAhead' | 'session' | 'owner' | 'queryClient'> {
  readonly csrfToken: () => string | null;
}

function authProviderFor({ settings, client, rowAhead, session, owner, queryClient, csrfToken }: AuthParts): Service['authProvider'] {
  // The pages use the same list of models, which is read once.
  const schema: Client['schema'] = () => queryClient.fetchQuery(modelsQueryOf(client));
  const login: Client['login'] = (options) => {
    queryClient.removeQueries({ queryKey: modelsQueryOf(client).queryKey });
    return client.login(options);
  };
  const account = { login, logout: client.logout.bind(client), me: client.me.bind(client), schema };
  const provided = authProviderOf(account, { session: true });
  // Every session of the service comes with this cookie: without it no user is signed in, and no request is needed.
  const isSignedOut = (): boolean => csrfToken() === null && !settings.hasHostSessions;
  return {
    ...provided,
    async getIdentity() {
      const token = csrfToken();
      const identity = await provided.getIdentity?.();
      // One that was set since then may be another user's.
      owner.set(identity ? String(identity.id) : null, token === csrfToken() ? token : null);
      return identity ?? { id: '' };
    },
    checkAuth: (params) => (isSignedOut() ? Promise.reject(new Error('No user is signed in.')) : provided.checkAuth(params)),
    getPermissions: async () => (isSignedOut() ? undefined : ((await provided.getPermissions?.({})) as PermissionsByModel)),
    async logout(params) {
      rowAhead.forget();
      session.forget();
      owner.set(null);
      try {
        return isSignedOut() || !settings.hasSignIn ? undefined : await provided.logout(params);
      } finally {
        // Also for what was sent while the session was being ended.
        session.forget();
      }
    },
  };
}
