import { notFound } from '../errors.ts';
import { type HttpResponse, json } from './exchange.ts';
import type { StaffExchange } from './routes.ts';

/** `GET /widgets/{name}/` (CONTRACT §9). */
export async function getWidget({ parameters, policy, service, url }: StaffExchange): Promise<HttpResponse> {
  const data = await service.widgets.run(parameters['name'] ?? '', url.searchParams, policy);
  if (data === null) throw notFound();
  return json(200, JSON.stringify(data));
}
