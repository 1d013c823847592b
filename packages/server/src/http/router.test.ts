import { describe, expect, it } from 'vitest';
import { keySegment, rowWords } from '@grimoire/protocol';
import { noBody } from './body.ts';
import { type Access, endpoint, type Endpoint, type Method } from './endpoint.ts';
import { noParameters } from './parameters.ts';
import { EndpointRouter } from './router.ts';
import { endpoints } from '../admin/features.ts';

function at(method: Method, path: `/${string}`, access: Access): Endpoint {
  const handler = { kind: 'respond', run: () => ({ status: 204, headers: {}, body: null }) } as const;
  return endpoint({ method, path, access, right: null, parameters: noParameters, body: noBody, handler, doc: null });
}

describe('the router', () => {
  it('refuses two endpoints with one method and path, and paths that differ in who may call them', () => {
    expect(() => new EndpointRouter([at('GET', '/x', 'staff'), at('GET', '/x', 'staff')])).toThrow('GET /x');
    expect(() => new EndpointRouter([at('GET', '/x', 'staff'), at('POST', '/x', 'public')])).toThrow('POST /x');
  });

  it('finds each declared endpoint by its path, with the parameters decoded and without a slash at the end', () => {
    const router = new EndpointRouter(endpoints);
    for (const { method, path } of endpoints) {
      const url = path.replaceAll(/:\w+/g, 'a%2Fb');
      for (const spelled of [url, url === '/' ? url : `${url}/`]) {
        const match = router.match(spelled, method);
        expect(match?.endpoints[method]?.path).toBe(path);
        expect(Object.values(match?.parameters ?? {})).toEqual((path.match(/:\w+/g) ?? []).map(() => 'a/b'));
      }
    }
  });

  it('finds nothing for a path with a malformed percent encoding, and for unknown paths', () => {
    const router = new EndpointRouter(endpoints);
    expect(router.match('/r/%E0%A4%A/', 'GET')).toBeNull();
    expect(router.match('/nothing', 'GET')).toBeNull();
    expect(router.match('/r/m/1/2/3', 'GET')).toBeNull();
  });

  it('finds the row whose key is a word of addresses, where the word is percent-encoded', () => {
    const router = new EndpointRouter(endpoints);
    const inPaths = endpoints.flatMap(({ path }) => /^\/r\/:model\/(\w+)/.exec(path)?.[1] ?? []);
    expect(rowWords).toEqual(expect.arrayContaining(inPaths));
    for (const key of rowWords) {
      const match = router.match(`/r/m.Doc/${keySegment(key)}/history/`, 'GET');
      expect([match?.path, match?.parameters['pk']]).toEqual(['/r/:model/:pk/history', key]);
      for (const method of ['GET', 'PATCH', 'DELETE'] as const)
        expect(router.match(`/r/m.Doc/${keySegment(key)}/`, method)).toMatchObject({ path: '/r/:model/:pk', parameters: { pk: key } });
    }
  });

  it('prefers the endpoint that takes the method: a row with the key "action" has a history', () => {
    const router = new EndpointRouter(endpoints);
    expect(router.match('/r/m.Doc/action/history', 'GET')?.endpoints.GET?.path).toBe('/r/:model/:pk/history');
    expect(router.match('/r/m.Doc/action/history', 'POST')?.endpoints.POST?.path).toBe('/r/:model/action/:name');
  });
});

describe('the declared endpoints', () => {
  it('parse the key of a row wherever the path has one, and a model wherever it has one', () => {
    for (const { path, access } of endpoints) {
      const expected = path.includes(':pk') ? ['row'] : path.includes(':model') ? ['model'] : ['public', 'staff'];
      expect([path, expected.includes(access)]).toEqual([path, true]);
    }
  });

  it('are all in the OpenAPI document, except the pages that show it', () => {
    expect(endpoints.filter(({ doc }) => doc === null).map(({ path }) => path)).toEqual(['/docs', '/docs/:file']);
  });

  it('require a right, or are known to need none', () => {
    const free = endpoints
      .filter(({ access, right }) => access !== 'public' && right === null)
      .map(({ method, path }) => `${method} ${path}`);
    expect(free).toEqual([
      'POST /auth/password',
      'GET /auth/me',
      'GET /openapi.json',
      'GET /schema',
      'GET /schema/:model',
      'GET /search',
      'GET /widgets',
      'GET /widgets/:name',
      'GET /home',
      'GET /home/:dashboard/:card',
      'GET /views',
      'POST /views',
      'PATCH /views/:id',
      'DELETE /views/:id',
      'GET /changes',
      'GET /changes/:id',
      'GET /changes/:id/rows',
      // It requires the right of each row that it takes back.
      'POST /changes/:id/undo',
      'POST /r/:model/bulk',
    ]);
  });
});
