import type { ModelSchema } from '@grimoire/protocol';
import type { Tagged } from '../model-client.ts';
import { type AnyValues, isAmbiguous, recordOf, type ServedRecord } from './records.ts';

/** The parts of a schema that are needed to find the keys of rows. */
export type KeySchema = Pick<ModelSchema, 'pk_field' | 'pk_fields'> & { readonly fields: readonly { readonly name: string }[] };

/**
 * Finds the key of a row, and its name in filters and orderings. Both are `pk`, except for a model that has a column of this
 * name: for such a model the schema is requested once.
 */
export class Keys {
  readonly #ask: (model: string) => Promise<KeySchema>;
  readonly #known = new Map<string, Promise<KeySchema | null>>();

  constructor(ask: (model: string) => Promise<KeySchema>) {
    this.#ask = ask;
  }

  /** The name of the key in filters and orderings. */
  async parameterOf(model: string): Promise<string> {
    const schema = await this.#schemaOf(model);
    return schema?.fields.some(({ name }) => name === 'pk') ? schema.pk_field : 'pk';
  }

  async records(model: string, rows: readonly AnyValues[]): Promise<ServedRecord[]> {
    const schema = rows.some(isAmbiguous) ? await this.#schemaOf(model) : null;
    return rows.map((row) => recordOf(row, schema ? keyNameOf(schema) : undefined));
  }

  /** A row that was read or written alone. */
  async tagged(model: string, { row, etag }: Tagged<AnyValues>): Promise<ServedRecord> {
    const schema = isAmbiguous(row) ? await this.#schemaOf(model) : null;
    return { ...recordOf(row, schema ? keyNameOf(schema) : undefined), _etag: etag };
  }

  /** Null where the schema can not be loaded: the rows are then read as those of any other model. */
  #schemaOf(model: string): Promise<KeySchema | null> {
    const cached = this.#known.get(model);
    if (cached) return cached;
    const request = this.#ask(model).catch(() => {
      this.#known.delete(model);
      return null;
    });
    this.#known.set(model, request);
    return request;
  }
}

/** The field of a row that has its key. For a key of several fields that is `pk`, or `id` where a column is called `pk` (CONTRACT §1). */
function keyNameOf({ pk_field: name, pk_fields: parts, fields }: KeySchema): string {
  return parts && fields.some((field) => field.name === 'pk') ? 'id' : name;
}
