import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { notFound } from '../../errors.ts';
import type { HttpResponse } from '../message.ts';
import { escapeHtml } from '../dashboard/html.ts';
import { pageHeaders } from '../dashboard/page-headers.ts';
import type { Exchange } from '../exchange.ts';

/** The viewer's files, and what each is. */
const files: Readonly<Record<string, string>> = {
  'init.js': 'text/javascript; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
};
const read = new Map<string, string>();

/** Of the package as it is published; in the repository, of the library that the viewer is. */
function contentOf(name: string): string {
  const known = read.get(name);
  if (known !== undefined) return known;
  const own = new URL(`../../../assets/docs/${name}`, import.meta.url);
  const text = readFileSync(existsSync(own) ? own : new URL(import.meta.resolve(`swagger-ui-dist/${name}`)), 'utf8');
  read.set(name, text);
  return text;
}

const style =
  'form { font: 1rem sans-serif; max-width: 20rem; margin: 4rem auto; display: grid; gap: 0.75rem } form[hidden] { display: none } label { display: grid; gap: 0.25rem } input, button { font: inherit; padding: 0.5rem }';

/** Nothing is loaded from, or sent to, anywhere else. */
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

/** `GET /docs/`: shows the OpenAPI document to whoever signs in (CONTRACT §14). */
export function getDocs({ service }: Exchange): HttpResponse {
  const { basePath, settings } = service;
  const base = escapeHtml(basePath);
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
export function getDocsFile({ parameters }: Exchange): HttpResponse {
  const name = parameters['file'] ?? '';
  const type = Object.hasOwn(files, name) ? files[name] : undefined;
  if (type === undefined) throw notFound();
  return { status: 200, headers: { 'Content-Type': type, ...pageHeaders }, body: contentOf(name) };
}
