import { trashParameter } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import { AdminError, invalidParameter } from '../errors/errors.ts';
import type { ModelExchange } from './exchange.ts';
import { say } from '../texts/message.ts';

/**
 * The policy for the rows that a request means: those in the trash, if its parameters say so. Throws a 400 for a model without a trash, and
 * a 403 for a user who may neither restore nor purge its rows.
 */
export function policyOf(
  { model, policy }: Pick<ModelExchange, 'model' | 'policy'>,
  { isOfTrash }: { readonly isOfTrash: boolean },
): Policy {
  if (!isOfTrash) return policy;
  if (!model.softDelete) throw invalidParameter(trashParameter, say('unknownParameter'));
  if (policy.maySeeTrash(model)) return policy.inTrash(model);
  throw new AdminError('permission_denied', {
    detail: say('mayNotSeeTrash', { models: model.verboseNamePlural }),
  });
}

/** The exchange about the rows in the trash of its model. */
export function inTrash<E extends ModelExchange>(exchange: E): E {
  return { ...exchange, policy: exchange.policy.inTrash(exchange.model) };
}
