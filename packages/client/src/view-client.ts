import type { NewSavedView, SavedView, SavedViewChange, SavedViews } from '@grimoire/protocol';
import { queryOf } from './filters.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type WriteOptions, writing } from './write-requests.ts';

/** Options of a write of a view: saved views have no dry run, and no reason. */
type ViewWriteOptions = Omit<WriteOptions, 'ifPreview' | 'reason' | 'onChangeSet'>;

/** The saved views of the user, and those that are shared with them (CONTRACT §15). */
export class ViewClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The views that the user may use, of one model or of all; which of them lists open with; and with whom the user may share. */
  list({ model, ...options }: CallOptions & { readonly model?: string } = {}): Promise<SavedViews> {
    return this.#transport.json({ method: 'GET', path: 'views/', query: queryOf({ model }), ...options });
  }

  create(view: NewSavedView, options: ViewWriteOptions = {}): Promise<SavedView> {
    return this.#transport.json({ method: 'POST', path: 'views/', body: view, ...writing(options) });
  }

  /** Changes a view; `ifMatch` is the `etag` of the view as it was read. */
  update(id: number, change: SavedViewChange, options: ViewWriteOptions = {}): Promise<SavedView> {
    return this.#transport.json({ method: 'PATCH', path: `views/${id}/`, body: change, ...writing(options) });
  }

  async delete(id: number, options: ViewWriteOptions = {}): Promise<void> {
    await this.#transport.json({ method: 'DELETE', path: `views/${id}/`, ...writing(options) });
  }
}
