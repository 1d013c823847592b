import type { WidgetList } from '@grimoire/protocol';
import { notFound } from '../../errors.ts';
import { refuseParameters } from '../../request/parameters.ts';
import { describeField } from '../../schema/describe-model.ts';
import { type HttpResponse, json } from '../message.ts';
import type { StaffExchange } from '../exchange.ts';

/** `GET /widgets/`: the widgets that this user may ask for (CONTRACT §9). */
export function getWidgets({ policy, service, url }: StaffExchange): HttpResponse {
  refuseParameters(url.searchParams);
  const widgets = service.widgets.listed(policy).map(({ name, title, fields }) => ({
    name,
    title,
    ...(fields.length > 0 ? { params: fields.map((field) => describeField(field, policy)) } : {}),
  }));
  const answer: WidgetList = { widgets };
  return json(200, JSON.stringify(answer));
}

/** `GET /widgets/{name}/` (CONTRACT §9). */
export async function getWidget({ parameters, policy, service, url }: StaffExchange): Promise<HttpResponse> {
  const data = await service.widgets.run(parameters['name'] ?? '', url.searchParams, policy);
  if (data === null) throw notFound();
  return json(200, JSON.stringify(data));
}
