import type { Field } from '../model/field.ts';
import { type EndpointDoc, ofService, type OperationDoc } from '../openapi/endpoint-doc.ts';
import { firstFree, pascal } from '../openapi/names.ts';
import { answer, type OpenApiParameter } from '../openapi/operations.ts';
import { paramSchema } from '../openapi/schemas.ts';
import { refToWidget, type WidgetTypes, widgetSchemas } from './widget-schemas.ts';

export const widgetsDoc: EndpointDoc = ofService(
  {
    tag: 'widgets',
    operationId: 'listWidgets',
    summary: 'The widgets',
    description: 'Those that this user may ask for, each with its title and its parameters.',
    responses: { '200': answer('Widgets.', refToWidget('Widgets')) },
  },
  widgetSchemas,
);

const builtIn: Readonly<Record<string, keyof WidgetTypes>> = { 'recent-audit': 'RecentAudit', 'model-counts': 'Cards' };

/** An operation for each widget that the user may see. */
export const widgetDoc: EndpointDoc = {
  per: 'service',
  operations({ widgets }) {
    const taken = new Set<string>();
    return Array.from(widgets, ([name, fields]): OperationDoc => {
      const base = `getWidget${pascal(name)}`;
      const isOwn = fields.length > 0 || !Object.hasOwn(builtIn, name);
      const schema = refToWidget(isOwn ? 'WidgetData' : (builtIn[name] ?? 'WidgetData'));
      return {
        tag: 'widgets',
        operationId: `${base}${firstFree((suffix) => [`${base}${suffix}`], taken)}`,
        at: { name },
        summary: `The widget ${name}`,
        description: isOwn ? 'A widget of the configuration.' : 'A widget that every service has.',
        parameters: fields.map(queryParameter),
        responses: { '200': answer('Its data.', schema) },
      };
    });
  },
};

function queryParameter(field: Field): OpenApiParameter {
  const schema = paramSchema(field);
  const isList = field.type.traits.isList === true;
  return { name: field.name, in: 'query', schema, required: !field.null, ...(isList ? { explode: true } : {}) };
}
