import type { ChangedRows, ChangeSet, ChangeSets, Preview, Undone, UndoRequest } from '@grimoire/protocol';
import { queryOf } from './filters.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type WriteOptions, writing } from './write-requests.ts';

/** Which change sets are listed. */
export interface ChangeFilters {
  /** Key of the model that a request was about. */
  readonly model?: string;
  /** Key of the user. */
  readonly actor?: string | number;
  /** ISO 8601: only what was done then, or later. */
  readonly since?: string;
  /** ISO 8601: only what was done before. */
  readonly until?: string;
  readonly page?: number;
  readonly page_size?: number;
}

/** Which part of a change set is taken back: all of it by default. */
export type UndoPart = Pick<UndoRequest, 'only' | 'rows'>;

/** What requests have changed, and its undo (CONTRACT §21). */
export class ChangeClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** A page of the change sets that the user made, or of whose rows they may see one; newest first. */
  list(filters: ChangeFilters = {}, options: CallOptions = {}): Promise<ChangeSets> {
    return this.#transport.json({ method: 'GET', path: 'changes/', query: queryOf({ ...filters }), ...options });
  }

  get(id: number, options: CallOptions = {}): Promise<ChangeSet> {
    return this.#transport.json({ method: 'GET', path: `changes/${id}/`, ...options });
  }

  /** A page of the rows of a change set, with their values before and after. */
  rows(id: number, options: CallOptions & { readonly page?: number } = {}): Promise<ChangedRows> {
    const { page, ...rest } = options;
    return this.#transport.json({ method: 'GET', path: `changes/${id}/rows/`, query: queryOf({ page }), ...rest });
  }

  /** Takes a change set back. Where rows were changed since, the problem is an `undo conflict`, and nothing is done. */
  undo(id: number, part: UndoPart = {}, options: Omit<WriteOptions, 'ifMatch'> = {}): Promise<Undone> {
    const { ifPreview, reason } = options;
    const how = { ...(ifPreview === undefined ? {} : { if_preview: ifPreview }), ...(reason === undefined ? {} : { reason }) };
    return this.#post(id, { ...part, ...how }, options);
  }

  /** Says what an undo would do, without doing it. */
  previewUndo(id: number, part: UndoPart = {}, options: CallOptions & Pick<WriteOptions, 'reason'> = {}): Promise<Preview> {
    const { reason } = options;
    return this.#post(id, { ...part, dry_run: true, ...(reason === undefined ? {} : { reason }) }, options);
  }

  #post<Answer>(id: number, body: UndoRequest, options: WriteOptions): Promise<Answer> {
    return this.#transport.json({ method: 'POST', path: `changes/${id}/undo/`, body, ...writing(options) });
  }
}
