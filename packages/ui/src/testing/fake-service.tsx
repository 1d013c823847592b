import type { ModelSchema } from '@grimoire/protocol';
import type { ReactNode } from 'react';
import { AdminContext } from 'react-admin';
import { createService, type Service, ServiceProvider } from '../session/service.ts';
import type { PageSettings } from '../session/settings.ts';
import { summaryOf } from './schemas.ts';

/** A request that the fake service received. */
export interface Sent {
  readonly method: string;
  /** Its path after `/api/`, with its query. */
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** An answer: a body, or a status with a body. */
type Answer = (sent: Sent) => { readonly status?: number; readonly body: unknown; readonly etag?: string };

interface FakeService extends Service {
  readonly sent: Sent[];
}

/** A dashboard's service with answers of the test instead of a network. They are keyed by `GET r/shop.Order/1/`, or a prefix of it. */
export function fakeService(schemas: readonly ModelSchema[], answers: Readonly<Record<string, Answer>> = {}): FakeService {
  const routes: Record<string, Answer> = {
    'GET schema/': () => ({ body: { models: schemas.map(summaryOf) } }),
    ...Object.fromEntries(schemas.map((schema) => [`GET schema/${schema.model}/`, () => ({ body: schema })])),
    ...answers,
  };
  const sent: Sent[] = [];
  const send: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const text = init?.body;
    const request: Sent = {
      method: init?.method ?? 'GET',
      path: `${pathname.replace('/api/', '')}${search}`,
      body: typeof text === 'string' ? JSON.parse(text) : undefined,
      headers: new Headers(init?.headers),
    };
    sent.push(request);
    const answer = routes[`${request.method} ${request.path}`] ?? routes[`${request.method} ${request.path.split('?')[0] ?? ''}`];
    const { status = 200, body, etag } = answer?.(request) ?? { status: 404, body: { detail: 'Not found.', code: 'not_found' } };
    const headers = { 'content-type': 'application/json', ...(etag === undefined ? {} : { etag }) };
    return new Response(JSON.stringify(body), { status, headers });
  };
  return { ...createService(settingsOfTests, send), sent };
}

/** The settings of a page in tests. */
export const settingsOfTests: PageSettings = {
  api: 'http://service.test/api/',
  csrfCookie: 'csrf',
  maxPageSize: 200,
  requestTimeout: 15_000,
  nonce: '',
  hasHostSessions: true,
  isReadOnly: false,
  hasSignIn: true,
  signIn: { passwords: true, passkeys: false, reset: false, providers: [] },
  signInUrl: null,
  imageHosts: ['images.example.com'],
  linkHosts: ['pay.example.com'],
  languages: ['en', 'de'],
  helpUrl: null,
  whatsNew: true,
  brand: { name: 'Test', accent: '#123456' },
};

/** The context in which components of a dashboard render. */
export function InDashboard({ service, children }: { readonly service: Service; readonly children: ReactNode }) {
  return (
    <ServiceProvider value={service}>
      <AdminContext dataProvider={service.dataProvider} queryClient={service.queryClient}>
        {children}
      </AdminContext>
    </ServiceProvider>
  );
}
