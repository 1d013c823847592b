import { widgetsKey } from './state.ts';
import type { WidgetList } from '@grimoire/protocol';
import { notFound } from '../errors/errors.ts';
import { widgetDoc, widgetsDoc } from './widget-docs.ts';
import { describeField } from '../schema/describe-model.ts';
import { noBody } from '../http/body.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { json } from '../http/message.ts';
import { noParameters, ownParameters } from '../http/parameters.ts';

/** The widgets that the user may see (CONTRACT §9). */
export const getWidgets: Endpoint = endpoint({
  method: 'GET',
  path: '/widgets',
  access: 'staff',
  right: null,
  parameters: noParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    run({ policy, service }) {
      const widgets = service.states
        .of(widgetsKey)
        .listed(policy)
        .map(({ name, title, fields }) => ({
          name,
          title,
          ...(fields.length > 0 ? { params: fields.map((field) => describeField(field, policy)) } : {}),
        }));
      const answer: WidgetList = { widgets };
      return json(200, JSON.stringify(answer));
    },
  },
  doc: widgetsDoc,
});

/** The data of one widget, which checks its permission and reads its parameters (CONTRACT §9). */
export const getWidget: Endpoint = endpoint({
  method: 'GET',
  path: '/widgets/:name',
  access: 'staff',
  right: null,
  parameters: ownParameters,
  body: noBody,
  handler: {
    kind: 'respond',
    async run({ pathParameters, policy, query, service }) {
      const data = await service.states.of(widgetsKey).run(pathParameters['name'] ?? '', query, policy);
      if (data === null) throw notFound();
      return json(200, JSON.stringify(data));
    },
  },
  doc: widgetDoc,
});
