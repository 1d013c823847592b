import { AdminError } from '../errors/errors.ts';
import type { Actor } from '../model/actor.ts';
import type { Field } from '../model/field.ts';
import type { Value } from '../model/field-type.ts';
import { linkField } from '../model/staff-link.ts';
import { toWire } from '../model/input.ts';
import type { Model } from '../model/model.ts';
import { Parameter } from '../plan/parameter.ts';
import { type Assignment, SourceSql, type Written } from '../plan/write.ts';
import type { RowChange } from './row.ts';
import { say } from '../texts/message.ts';

/** The actor and the time of a save. */
export interface SaveMoment {
  readonly actor: Actor;
  readonly now: Date;
}

/** The values that the service and the source add to a row, beyond those of the change. */
export function serviceValues(model: Model, change: RowChange, isNew: boolean, moment: SaveMoment): Assignment[] {
  return [...model.fields, ...model.unseen].flatMap((field): Assignment[] => {
    if (change.values.has(field) || field.link) return [];
    const filled = isNew && field.source.makeKey ? field.type.parse(field.source.makeKey(), field) : filledValue(field, isNew, moment);
    if (filled !== undefined) return [{ field, written: new Parameter('stored', { given: filled, field }), origin: 'service' }];
    const make = isNew ? field.source.makeDefault : field.source.makeUpdate;
    return make ? [{ field, written: made(make()), origin: 'service' }] : [];
  });
}

/** A value of a request or a hook in the form in which it is written to its column; null if the source refuses it. */
export function writtenValue(field: Field, value: Value): Written | null {
  const { toDriver } = field.source;
  if (!toDriver || value === null) return new Parameter('stored', { given: value, field });
  try {
    return made(toDriver(toWire(value, field)));
  } catch {
    return null;
  }
}

function made(value: unknown): Written {
  return isSql(value) ? new SourceSql(value, JSON.stringify(value.toOperationNode())) : new Parameter('driver', { given: value });
}

/** Whether a function of the source has returned a piece of Kysely's SQL. */
function isSql(value: unknown): value is { toOperationNode(): object } {
  return typeof value === 'object' && value !== null && 'toOperationNode' in value;
}

function filledValue(field: Field, isNew: boolean, { actor, now }: SaveMoment): Value | undefined {
  const { fill } = field;
  if (fill === undefined || (!isNew && (fill === 'createdAt' || fill === 'createdBy'))) return undefined;
  const owner = field.inner ?? field;
  if (fill === 'createdAt' || fill === 'updatedAt') {
    const text = now.toISOString();
    return owner.type.parse(owner.type.calendar === 'day' ? text.slice(0, 10) : text, owner);
  }
  if (field.fillsLink) return linkOf(field, owner, actor);
  if (owner.type.isText) return actor.username;
  return actor.id === null ? null : owner.type.parse(actor.id, owner);
}

/** The key of the row that the user is linked to; null if there is none. Throws a 403 if the column needs one. */
function linkOf(field: Field, owner: Field, { link }: Actor): Value {
  if (link !== undefined) return owner.type.parse(link, owner);
  if (field.null) return null;
  const detail = say('notLinked', { field: field.name, link: linkField });
  throw new AdminError('not_linked', { detail });
}
