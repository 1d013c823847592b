import type { JsonSchema } from '../model/field-type.ts';
import type { ModelAction } from '../model/model-action.ts';
import { filtersSchema, keysSchema, writeBody } from '../openapi/bulk-schemas.ts';
import { exampleOf } from '../openapi/examples.ts';
import type { EndpointDoc, ModelPlace, OperationDoc } from '../openapi/endpoint-doc.ts';
import { exampleKey } from '../openapi/model-docs.ts';
import { answer, body } from '../openapi/operations.ts';
import { keySchema, paramSchema } from '../openapi/schemas.ts';
import { refToShared } from '../openapi/shared-schemas.ts';
import { object, strict } from '../openapi/shapes.ts';

/** An operation for each action that the user may run: on named rows, or on all rows that match a list's filters (CONTRACT §7). */
export const actionDoc: EndpointDoc = {
  per: 'model',
  operations(place) {
    const { model, policy } = place;
    return model.actions.filter((action) => action.run && policy.mayRun(model, action)).map((action) => operationOf(action, place));
  },
};

function operationOf(action: ModelAction, { model, policy, names }: ModelPlace): OperationDoc {
  const { label, params, scope, returnsFile } = action;
  const selected = selectedBody(action, keySchema(model));
  const input = exampleInput(action);
  const example = { ...(scope === 'bulk' ? { ids: [exampleKey(model)] } : {}), ...(params.length > 0 ? { params: input } : {}) };
  const file = { description: 'A file.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  const mayView = policy.access(model).rights.view;
  return {
    tag: model.key,
    operationId: names.run(action),
    at: { name: action.key },
    summary: label,
    description: descriptionOf(action),
    requestBody: body(mayView ? { anyOf: [selected, filteredBody(action)] } : selected, example),
    responses: { '200': returnsFile ? file : answer('What came of it.', refToShared('ActionResult')) },
  };
}

function descriptionOf({ destructive, returnsFile, scope }: ModelAction): string {
  const rows = scope === 'bulk' ? 'Runs on the rows that are named, or on all that match.' : 'Runs with or without rows.';
  return [rows, ...(destructive ? ['It can not be undone.'] : []), ...(returnsFile ? ['Answers with a file.'] : [])].join(' ');
}

/** Every model has the built-in export: its input is described once. */
function inputSchema(action: ModelAction): JsonSchema {
  return action.isBuiltIn ? refToShared('ExportInput') : ownInputSchema(action);
}

function ownInputSchema({ params }: Pick<ModelAction, 'params'>): JsonSchema {
  const properties = Object.fromEntries(
    params.map((param) => {
      const preset = param.defaultValue === undefined ? {} : { default: param.defaultValue };
      return [param.name, { ...paramSchema(param), ...preset }];
    }),
  );
  return strict(object(properties, requiredParams({ params })));
}

function requiredParams({ params }: Pick<ModelAction, 'params'>): string[] {
  return params.filter((param) => !param.null && param.defaultValue === undefined).map((param) => param.name);
}

function selectedBody(action: ModelAction, key: JsonSchema): JsonSchema {
  const hasInput = action.params.length > 0;
  const ids = keysSchema(key, action.scope === 'toolbar' ? 0 : 1);
  const required = [...(action.scope === 'bulk' ? ['ids'] : []), ...(requiredParams(action).length > 0 ? ['params'] : [])];
  return writeBody({ ids, ...(hasInput ? { params: inputSchema(action) } : {}) }, required);
}

function filteredBody(action: ModelAction): JsonSchema {
  const hasInput = action.params.length > 0;
  const required = ['all_filtered', ...(requiredParams(action).length > 0 ? ['input'] : [])];
  const all: JsonSchema = { type: 'boolean', enum: [true] };
  return writeBody({ all_filtered: all, params: filtersSchema, ...(hasInput ? { input: inputSchema(action) } : {}) }, required);
}

function exampleInput(action: ModelAction): Readonly<Record<string, unknown>> {
  const names = new Set(requiredParams(action));
  return Object.fromEntries(action.params.filter(({ name }) => names.has(name)).map((param) => [param.name, exampleOf(param)]));
}
