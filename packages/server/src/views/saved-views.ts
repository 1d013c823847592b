import type { NewSavedView, SavedViewChange, ViewGroup, ViewSharingInput } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import type { Database } from '../databases/database.ts';
import { AdminError, invalidParameter, notFound } from '../errors/errors.ts';
import type { UserLimit } from '../store/shares/user-limit.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import { defaultFor, isOwn, isSameSharing, mayChange, mayShare, type Sharing, type StoredView, type ViewContent } from './stored-view.ts';
import { viewEntries } from './view-entries.ts';
import { groupOf, ViewQueries, viewOf, type ViewTables } from './view-queries.ts';
import { type Message, say } from '../texts/message.ts';

/** The most views of one user: of a model, and of all models. */
const maxOfModel = 100;
const maxOfUser = 500;

/** The most views that one user shares: everybody with whom they are shared receives them. */
const maxShared = 100;

/** What saved views are read and written with. */
export interface ViewParts extends ViewTables {
  readonly database: Database;
  /** Limits how many reads of one user run at a time. */
  readonly limit: UserLimit;
}

/** Throws a 412 if the request is about another state of the view. */
type RequireMatch = (view: StoredView) => void;

/**
 * The lists that staff have saved (CONTRACT §15). What is read here says which views a user may use; the list that a view asks for is
 * authorized for the user who opens it, as each list is.
 */
export class SavedViews {
  readonly #parts: ViewParts;
  readonly #queries: ViewQueries;

  constructor(parts: ViewParts) {
    this.#parts = parts;
    this.#queries = new ViewQueries(parts.database.dialect, parts);
  }

  /**
   * The views that a user may use now, of one model or of all, in the order in which they were made: at most a thousand, of which the user's
   * own, and those with which lists open, come first.
   */
  async usable(policy: Policy, model: string | undefined): Promise<StoredView[]> {
    const { database, limit } = this.#parts;
    const rows = await limit.run(policy.actor.id, () => database.read(this.#queries.usable(policy.actor, model)));
    const views = rows.map(viewOf).filter((view) => mayView(view, policy));
    return views.toSorted((one, other) => one.id - other.id);
  }

  /** The groups with which a user may share; none if they may not share, or if there are no groups. */
  async groups(policy: Policy): Promise<ViewGroup[]> {
    const { database, hasGroups, limit } = this.#parts;
    if (!hasGroups || !mayShare(policy)) return [];
    return (await limit.run(policy.actor.id, () => database.read(this.#queries.groups(policy.actor)))).map(groupOf);
  }

  /** A view that the user of a transaction may use. Throws a 404 for any other. */
  async require({ policy, writes }: UnitOfWork, id: number): Promise<StoredView> {
    const { rows } = await writes.runOwn(this.#queries.one(policy.actor, id));
    const view = rows.map(viewOf).find((found) => mayView(found, policy));
    if (!view) throw notFound();
    return view;
  }

  /**
   * Stores a view of a model that the user may view. Throws a 403 if they may not share it as they ask to, and a 400 for a group that is not
   * theirs, or if they have too many views.
   */
  async create(unit: UnitOfWork, input: NewSavedView): Promise<StoredView> {
    await this.#lock(unit);
    const { model, name, query = '', display = {}, sharing = { kind: 'own' }, is_default: isDefault = false } = input;
    await this.#requireRoom(unit, model);
    if (sharing.kind !== 'own') await this.#requireRoomToShare(unit, model);
    const content = { model, name, query, display: JSON.stringify(display), sharing: await this.#resolved(unit, sharing), isDefault };
    requireShared(content);
    await this.#displace(unit, content, 0);
    const { actor } = unit.policy;
    const { rows } = await unit.writes.runOwn(this.#queries.insert(actor.id, content, defaultFor(content), unit.now));
    const view = await this.require(unit, Number(rows[0]?.[0]));
    unit.entries.push(...viewEntries(null, view));
    return view;
  }

  /** Changes a view. Throws as `create` does, a 404 for a view that the user may not use, and a 403 for one that they may not change. */
  async change(unit: UnitOfWork, id: number, change: SavedViewChange, requireMatch: RequireMatch): Promise<StoredView> {
    const before = await this.#changeable(unit, id, requireMatch);
    const content = await this.#changed(unit, before, change);
    if (before.sharing.kind === 'own' && content.sharing.kind !== 'own') await this.#requireRoomToShare(unit, before.model);
    requireShared(content);
    await this.#displace(unit, content, id);
    await unit.writes.runOwn(this.#queries.update(id, content, defaultFor(content), unit.now));
    const after = await this.require(unit, id);
    unit.entries.push(...viewEntries(before, after));
    return after;
  }

  /** Deletes a view. Throws as `change` does. */
  async delete(unit: UnitOfWork, id: number, requireMatch: RequireMatch): Promise<void> {
    const before = await this.#changeable(unit, id, requireMatch);
    await unit.writes.runOwn(this.#queries.delete(id));
    unit.entries.push(...viewEntries(before, null));
  }

  /** One after the other: of two views that become the default at once, the later one is; and no user gets one view too many. */
  async #lock({ writes }: UnitOfWork): Promise<void> {
    const lock = this.#queries.lock();
    if (lock) await writes.runOwn(lock);
  }

  async #changeable(unit: UnitOfWork, id: number, requireMatch: RequireMatch): Promise<StoredView> {
    await this.#lock(unit);
    const view = await this.require(unit, id);
    if (!mayChange(view, unit.policy)) throw new AdminError('permission_denied', { detail: say('viewNotYours') });
    requireMatch(view);
    return view;
  }

  async #requireRoom({ policy, writes }: UnitOfWork, model: string): Promise<void> {
    const { rows } = await writes.runOwn(this.#queries.counts(policy.actor.id, model));
    const [all, ofModel] = rows[0] ?? [];
    if (Number(ofModel) < maxOfModel && Number(all) < maxOfUser) return;
    const isOfModel = Number(ofModel) >= maxOfModel;
    const message = isOfModel ? say('maxViewsOfModel', { count: maxOfModel }) : say('maxViews', { count: maxOfUser });
    throw refusal('non_field_errors', message);
  }

  /** Throws a 400 if the user shares as many views as one user may. */
  async #requireRoomToShare({ policy, writes }: UnitOfWork, model: string): Promise<void> {
    const { rows } = await writes.runOwn(this.#queries.counts(policy.actor.id, model));
    if (Number(rows[0]?.[2]) >= maxShared) throw refusal('sharing', say('maxSharedViews', { count: maxShared }));
  }

  /** The content of a view after a change. A view that is shared with others than before is a default only if the change says so. */
  async #changed(unit: UnitOfWork, before: StoredView, change: SavedViewChange): Promise<ViewContent> {
    const { name = before.name, query = before.query, display } = change;
    const sharing = await this.#sharingAfter(unit, before, change.sharing);
    const isKept = before.isDefault && isSameSharing(sharing, before.sharing);
    const text = display === undefined ? before.display : JSON.stringify(display);
    return { model: before.model, name, query, display: text, sharing, isDefault: change.is_default ?? isKept };
  }

  async #sharingAfter(unit: UnitOfWork, before: StoredView, input: ViewSharingInput | undefined): Promise<Sharing> {
    const { sharing, isMember } = before;
    if (input === undefined || (input.kind === 'group' && sharing.kind === 'group' && input.group === sharing.group.value)) {
      requireMayShare(sharing, unit.policy);
      // Who has left a group no longer decides what its members see.
      if (sharing.kind === 'group' && !isMember && !unit.policy.actor.isSuperuser) throw refusal('sharing.group', notOfGroup);
      return sharing;
    }
    if (input.kind === 'own' && !isOwn(before, unit.policy)) throw refusal('sharing', say('viewOfOther'));
    return this.#resolved(unit, input);
  }

  /** Throws a 403 without the right to share, and a 400 for a group that the user may not share with. */
  async #resolved({ policy, writes }: UnitOfWork, input: ViewSharingInput): Promise<Sharing> {
    if (input.kind === 'own') return { kind: 'own' };
    requireMayShare(input, policy);
    if (input.kind === 'all') return { kind: 'all' };
    if (!this.#parts.hasGroups) throw refusal('sharing', say('noGroups'));
    const { rows } = await writes.runOwn(this.#queries.group(policy.actor, input.group));
    const group = rows.map(groupOf)[0];
    // The same for a group that does not exist.
    if (!group) throw refusal('sharing.group', notOfGroup);
    return { kind: 'group', group };
  }

  /** Another view that was the default for the same users is none any more. */
  async #displace(unit: UnitOfWork, content: ViewContent, id: number): Promise<void> {
    const key = defaultFor(content);
    if (key === null) return;
    const { policy, writes, now } = unit;
    const { rows } = await writes.runOwn(this.#queries.otherDefault(policy.actor, key, id));
    for (const other of rows.map(viewOf)) {
      await writes.runOwn(this.#queries.endDefault(other.id, now));
      unit.entries.push(...viewEntries(other, { ...other, isDefault: false }));
    }
  }
}

const notOfGroup = say('notOfGroup');

/** Throws a 403 without the right to share, unless the view is for its owner alone. */
function requireMayShare({ kind }: Pick<Sharing, 'kind'>, policy: Policy): void {
  if (kind === 'own' || mayShare(policy)) return;
  throw new AdminError('permission_denied', { detail: say('mayNotShare', { permission: 'share_view' }) });
}

/** Whether the model of a view is served, and the user may view it. */
function mayView(view: StoredView, policy: Policy): boolean {
  const model = policy.registry.find(view.model);
  return model !== undefined && policy.may(model, 'view');
}

/** Throws a 400 for a default that is shared with nobody. */
function requireShared({ isDefault, sharing }: ViewContent): void {
  if (isDefault && sharing.kind === 'own') throw refusal('is_default', say('unsharedDefault'));
}

function refusal(name: string, message: Message): AdminError {
  return invalidParameter(name, message);
}
