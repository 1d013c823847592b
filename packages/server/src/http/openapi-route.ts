import { openApiDocument } from '../openapi/document.ts';
import { refuseParameters } from '../request/parameters.ts';
import { type HttpResponse, json } from './exchange.ts';
import type { StaffExchange } from './routes.ts';

/** `GET /openapi.json`: what this user may ask for (CONTRACT §14). */
export function getOpenApi({ policy, service, url }: StaffExchange): HttpResponse {
  refuseParameters(url.searchParams);
  const { settings, basePath, widgets } = service;
  const document = openApiDocument({
    policy,
    title: settings.brand.name,
    basePath,
    hasAccounts: settings.staffDirectory === undefined,
    hasTokens: settings.auth !== 'session',
    sessionCookie: settings.cookieNames.session,
    widgets: widgets.visible(policy),
  });
  return json(200, JSON.stringify(document));
}
