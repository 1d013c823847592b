import { z } from 'zod';
import { invalidParameter } from '../errors/errors.ts';
import type { Model } from '../model/model.ts';
import type { ModelAction } from '../model/model-action.ts';
import { readParams } from '../model/build/params.ts';
import type { PageSizes } from '../request/settings.ts';
import { maxBulk, readIds } from '../write/bulk.ts';
import type { RunRequest } from '../actions/run-request.ts';
import { row, shaped, shapeText } from '../http/body.ts';
import { matchingRows } from '../http/matching-rows.ts';
import { type Said, say } from '../texts/message.ts';

const shape = z.strictObject({
  ids: z
    .array(z.unknown())
    .max(maxBulk, shapeText(say('atOnce', { count: maxBulk })))
    .optional(),
  all_filtered: z.boolean().optional(),
  params: row.optional(),
  input: row.optional(),
});
type ActionBody = z.infer<typeof shape>;

/**
 * Reads the body of a run (CONTRACT §7): the selection of rows, and the input of the action. Throws a 400 that names every malformed part.
 */
export function readActionBody(
  body: Readonly<Record<string, unknown>>,
  { model, action }: { readonly model: Model; readonly action: ModelAction },
  sizes: PageSizes,
): RunRequest {
  const request = shaped(body, shape);
  const input = readParams(action.params, inputOf(request));
  return { model, action, chosen: chosenBy(request, { model, action }, sizes), input };
}

/** `params` has the input, except with `all_filtered`: then it has the filters of the list. */
function inputOf({ all_filtered: isFiltered, params, input }: ActionBody): Readonly<Record<string, unknown>> {
  if (isFiltered === true || params === undefined) return input ?? {};
  if (input !== undefined) throw problem('input', say('paramsOrInput'));
  return params;
}

function chosenBy(
  { ids, all_filtered: isFiltered, params }: ActionBody,
  { model, action }: Pick<RunRequest, 'model' | 'action'>,
  sizes: PageSizes,
): RunRequest['chosen'] {
  if (isFiltered === true) {
    if (ids !== undefined) throw problem('ids', say('notCombined', { name: 'all_filtered' }));
    return matchingRows(model, params ?? {}, sizes);
  }
  if (action.scope === 'toolbar' && (ids ?? []).length === 0) return { kind: 'keys', keys: [] };
  return { kind: 'keys', keys: [...readIds(model, ids ?? []).values()] };
}

function problem(name: string, message: Said): Error {
  return invalidParameter(name, message);
}
