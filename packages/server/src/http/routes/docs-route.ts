import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { notFound } from '../../errors/errors.ts';
import type { HttpResponse } from '../message.ts';
import { escapeHtml } from '../dashboard/html.ts';
import { pageHeaders } from '../dashboard/page-headers.ts';
import { noBody } from '../body.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { anyParameters } from '../parameters.ts';
import type { HttpService } from '../service.ts';

/** The files of the viewer, with their content types. */
const files: Readonly<Record<string, string>> = {
  'init.js': 'text/javascript; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
};
const read = new Map<string, string>();

/** The content of a file: from the published package, or in the repository from the library of the viewer. */
function contentOf(name: string): string {
  const cached = read.get(name);
  if (cached !== undefined) return cached;
  const own = new URL(`../../../assets/docs/${name}`, import.meta.url);
  const text = readFileSync(existsSync(own) ? own : new URL(import.meta.resolve(`swagger-ui-dist/${name}`)), 'utf8');
  read.set(name, text);
  return text;
}

const style =
  'form { font: 1rem sans-serif; max-width: 20rem; margin: 4rem auto; display: grid; gap: 0.75rem } form[hidden] { display: none } label { display: grid; gap: 0.25rem } input, button { font: inherit; padding: 0.5rem }';

/** The page loads nothing from other origins, and sends nothing to them. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** A page that shows the OpenAPI document to a user who signs in (CONTRACT §14). */
export const getDocs: Endpoint = endpoint({
  method: 'GET',
  path: '/docs',
  access: 'public',
  right: null,
  parameters: anyParameters,
  body: noBody,
  handler: { kind: 'respond', run: ({ service, prefix }) => page(service, prefix) },
  doc: null,
});

function page({ basePath, settings }: HttpService, prefix: string): HttpResponse {
  const base = escapeHtml(`${prefix}${basePath}`);
  const body = `<!doctype html>
<html lang="en" data-base="${base}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(settings.brand.name)}: API</title>
<link rel="stylesheet" href="${base}/docs/swagger-ui.css">
<style>${style}</style>
<form hidden>
  <h1>${escapeHtml(settings.brand.name)}</h1>
  <label>Username <input name="username" autocomplete="username" required></label>
  <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
  <button>Sign in</button>
  <p role="alert"></p>
</form>
<div id="document"></div>
<script src="${base}/docs/swagger-ui-bundle.js"></script>
<script type="module" src="${base}/docs/init.js"></script>
</html>
`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, ...pageHeaders };
  return { status: 200, headers, body };
}

/** A file of the viewer. */
export const getDocsFile: Endpoint = endpoint({
  method: 'GET',
  path: '/docs/:file',
  access: 'public',
  right: null,
  parameters: anyParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    run({ pathParameters }) {
      const name = pathParameters['file'] ?? '';
      const type = Object.hasOwn(files, name) ? files[name] : undefined;
      if (type === undefined) throw notFound();
      return { status: 200, headers: { 'Content-Type': type, ...pageHeaders }, body: contentOf(name) };
    },
  },
  doc: null,
});
