import type { Undone } from '@grimoire/protocol';
import { z } from 'zod';
import { undoRefusal } from '../changes/change-answer.ts';
import { openQuery } from '../changes/change-log.ts';
import { requiredSet } from '../changes/change-routes.ts';
import { AdminError } from '../errors/errors.ts';
import { objectBody, shaped } from '../http/body.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { keptWhole, writeOnce } from '../http/execute-once.ts';
import type { RecordedSet } from '../databases/recording.ts';
import type { StaffExchange } from '../http/exchange.ts';
import { type HttpResponse, json } from '../http/message.ts';
import { noParameters } from '../http/parameters.ts';
import { say } from '../texts/message.ts';
import type { Writer } from '../write/transaction.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import { changeLogKey } from '../changes/state.ts';
import { undoPartsKey } from './state.ts';
import { undoDoc } from './undo-docs.ts';
import { undoSet } from './undo-set.ts';
import type { UndoSelection } from './work.ts';

const key = z.union([z.string(), z.number()]);
const undoBody = z.strictObject({
  only: z.literal('untouched').optional(),
  rows: z
    .array(z.strictObject({ model: z.string(), pk: key, fields: z.array(z.string()).max(1000).optional() }))
    .max(10_000)
    .optional(),
});

/** The answer names the change set, which is known when it is committed; the answer to a repeated request has none. */
async function answerWithSet<C extends StaffExchange & Pick<Writer, 'recorded'>>(
  call: C,
  write: (writer: C) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  let id: number | null = null;
  const recorded = (change: RecordedSet): void => {
    id = Number(change.id);
    call.recorded?.(change);
  };
  const { body, ...response } = await write({ ...call, recorded });
  const counts = JSON.parse(body as string) as Omit<Undone, 'change_set'>;
  return { ...response, ...json(200, JSON.stringify({ change_set: id, ...counts } satisfies Undone)) };
}

/** Takes a change set back, under the rights of now (CONTRACT §21). */
export const postUndo: Endpoint = endpoint({
  method: 'POST',
  path: '/changes/:id/undo',
  access: 'staff',
  right: null,
  parameters: noParameters,
  body: objectBody,
  writeOptions: 'body',
  input: ({ body }): UndoSelection => shaped(body, undoBody),
  handler: {
    kind: 'execute once',
    operation: ({ pathParameters }) => `undo ${pathParameters['id'] ?? ''}`,
    async run(call, repeatable) {
      const { input: request, service, policy } = call;
      const set = await requiredSet(call);
      const parts = service.states.of(undoPartsKey);
      const origin = await service.states.of(changeLogKey).originOf(set);
      const isPart = request.rows !== undefined || request.only !== undefined;
      const undo = async (unit: UnitOfWork): ReturnType<typeof undoSet> => {
        const requireOpen = async (): Promise<void> => {
          const { rows } = await unit.writes.runOwn(parts.dialect.fragments.compile(openQuery(parts.names, set.id)));
          const [last, pruned] = rows[0] ?? [];
          if (last !== null && Number(last) > (set.lastUndo ?? 0)) throw new AdminError('already_undone');
          if (Number(pruned) === 1) throw new AdminError('incomplete', { detail: say('valuesPruned') });
        };
        await unit.writes.confirmActor(policy);
        const refusal = undoRefusal(set);
        if (refusal) throw refusal;
        const columnsOf = service.store.constraintColumns.bind(service.store);
        const undone = await undoSet({ ...parts, unit, set, origin, request, columnsOf, requireOpen });
        // Who prunes marks the set first: a mark that is not there yet says that every row was.
        await requireOpen();
        return undone;
      };
      const intent = { ...call.intent, undo: { of: set.id, isPart } };
      const write = keptWhole(async (unit) => json(200, JSON.stringify(await undo(unit))));
      // What is only tried makes no change set.
      if (call.options.isDryRun) return writeOnce({ ...call, intent }, null, write);
      return answerWithSet(call, (writer) => writeOnce({ ...writer, intent }, repeatable, write));
    },
  },
  doc: undoDoc,
});
