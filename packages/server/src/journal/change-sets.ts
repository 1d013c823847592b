import type { Dialect } from '../databases/dialect.ts';
import type { ChangeSetValues, RecordedSet } from '../databases/recording.ts';
import type { Actor } from '../model/actor.ts';
import { linkPrefix, type StaffLink } from '../model/staff-link.ts';
import type { Writes } from '../store/writes.ts';

/** Why a request writes, beyond what it writes. It is kept with the change set. */
export interface WriteIntent {
  /** The reason that its user gives. */
  readonly reason?: string | undefined;
  /** The change set that it takes back, and whether only a part of it. */
  readonly undo?: { readonly of: number; readonly isPart: boolean } | undefined;
  /** Why it can not be taken back. */
  readonly irreversible?: string | undefined;
}

/** Who made a change set, when, by what and why (CONTRACT §21). */
export interface ChangeSetAbout {
  readonly actor: Actor;
  readonly now: Date;
  readonly requestId: string;
  readonly ip: string | null;
  /** How the request was made. */
  readonly via?: string | undefined;
  /** What was done, by the entries of the audit log. */
  readonly entries: readonly { readonly action: string; readonly model: string }[];
  readonly intent?: WriteIntent | undefined;
}

/** Writes what a request has changed into the journal, in its transaction. */
export class ChangeSets {
  readonly #dialect: Dialect;
  readonly #linkPrefix: string;

  /** @param staffLink the model to whose rows staff are linked, if there is one. */
  constructor(dialect: Dialect, staffLink: StaffLink | undefined) {
    this.#dialect = dialect;
    this.#linkPrefix = linkPrefix(staffLink?.model ?? '');
  }

  /**
   * Records the changes of a transaction, as its last change. It goes with the next statement, or with the commit.
   * @returns the change set, which comes with the next answer; null if nothing was changed, and nothing is in the audit log.
   */
  record(writes: Writes, about: ChangeSetAbout): Promise<{ readonly set: Promise<RecordedSet | null> }> {
    return writes.record(this.#valuesOf(about), about.entries.length > 0);
  }

  #valuesOf({ actor, now, requestId, ip, via, entries, intent }: ChangeSetAbout): ChangeSetValues {
    return {
      created_at: this.#dialect.systemTables.moment(now),
      actor_key: actor.id,
      actor_repr: actor.username.slice(0, 255).toWellFormed(),
      actor_link: actor.link === undefined ? null : `${this.#linkPrefix}${actor.link}`,
      ...actOf(entries),
      ...(intent?.undo ? { action: 'undo' } : {}),
      ip,
      request_id: requestId,
      reason: intent?.reason ?? null,
      via: via ?? null,
      undo_of: intent?.undo?.of ?? null,
      undoes_part: Number(intent?.undo?.isPart === true),
      irreversible: intent?.irreversible ?? null,
    };
  }
}

/** What a request did: the one action of its entries. Rows that lose a link with a delete have entries as well. */
function actOf(entries: ChangeSetAbout['entries']): { readonly action: string; readonly model_label: string | null } {
  const main = entries.filter(({ action }) => action !== 'update');
  const counted = main.length > 0 ? main : entries;
  const [actions, models] = [new Set(counted.map(({ action }) => action)), new Set(counted.map(({ model }) => model))];
  const [action = 'update'] = actions;
  const [model = null] = models;
  return { action: actions.size > 1 ? 'operations' : action, model_label: models.size > 1 ? null : model };
}
