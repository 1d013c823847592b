import type { Key, Preview } from '@grimoire/protocol';
import type { CallOptions, ClientRequest } from './transport.ts';
import {
  type ActionInput,
  type ActionTarget,
  type ChangeOfMany,
  type ChangeTarget,
  type Operation,
  requestOf,
  type Write,
  type WriteOptions,
  writes,
} from './write-requests.ts';

/** The options of a dry run: the demanded reason may already be part of it. */
export type PreviewOptions = CallOptions & Pick<WriteOptions, 'ifMatch' | 'reason'>;

/**
 * Says what a write of a model would do, without doing it (CONTRACT §21). The methods take what those of the model do. The `preview` of an answer is
 * the `ifPreview` of the write, which then does what was shown or is refused.
 */
export class PreviewClient<Row extends object, Actions extends object, Create> {
  readonly #ask: (request: ClientRequest) => Promise<Preview>;

  /** @param ask sends a request below the address of the model */
  constructor(ask: (request: ClientRequest) => Promise<Preview>) {
    this.#ask = ask;
  }

  create(data: Create & object, options: PreviewOptions = {}): Promise<Preview> {
    return this.#try(writes.create(data), options);
  }

  update(pk: Key, data: Partial<Row>, options: PreviewOptions = {}): Promise<Preview> {
    return this.#try(writes.update(pk, data), options);
  }

  delete(pk: Key, options: PreviewOptions = {}): Promise<Preview> {
    return this.#try(writes.delete(pk), options);
  }

  updateMany(ids: readonly Key[], data: Partial<Row>, options: PreviewOptions = {}): Promise<Preview> {
    return this.#try(writes.updateMany(ids, data), options);
  }

  changeMany(target: ChangeTarget<Row>, values: ChangeOfMany<Row>, options: PreviewOptions = {}): Promise<Preview> {
    return this.#try(writes.changeMany(target, values), options);
  }

  deleteMany(ids: readonly Key[], options: PreviewOptions = {}): Promise<Preview> {
    return this.#try(writes.deleteMany(ids), options);
  }

  restoreMany(ids: readonly Key[], options: PreviewOptions = {}): Promise<Preview> {
    return this.#try(writes.restoreMany(ids), options);
  }

  purgeMany(ids: readonly Key[], options: PreviewOptions = {}): Promise<Preview> {
    return this.#try(writes.purgeMany(ids), options);
  }

  operations(operations: readonly Operation[], options: PreviewOptions = {}): Promise<Preview> {
    return this.#try(writes.operations(operations), options);
  }

  action<A extends keyof Actions & string>(
    name: A,
    target: ActionTarget<Row> & ActionInput<Actions[A]>,
    options: PreviewOptions = {},
  ): Promise<Preview> {
    return this.#try(writes.action(name, target), options);
  }

  #try(write: Write, options: PreviewOptions): Promise<Preview> {
    return this.#ask(requestOf(write, options, true));
  }
}
