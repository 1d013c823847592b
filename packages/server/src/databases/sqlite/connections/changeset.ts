/** A value of a changeset; undefined where the change does not touch the column. */
type Value = bigint | number | string | Uint8Array | null | undefined;

/** One changed row of a changeset. */
export interface RowChange {
  readonly table: string;
  /** For each column, whether it belongs to the primary key. */
  readonly isKey: readonly boolean[];
  readonly operation: 'create' | 'update' | 'delete';
  /** Whether a trigger or a foreign key has changed it. */
  readonly isIndirect: boolean;
  /** The values before: of an update those of its key and of the changed columns. None before a creation. */
  readonly before: readonly Value[];
  /** The values after: of an update those of the changed columns. None after a deletion. */
  readonly after: readonly Value[];
}

const operations = new Map([
  [18, 'create'],
  [23, 'update'],
  [9, 'delete'],
] as const);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads the changes of a changeset of SQLite (https://www.sqlite.org/session/changesetfile.html), table by table. */
export function* changesIn(changeset: Uint8Array): Generator<RowChange> {
  const reader = new Reader(changeset);
  let table = '';
  let isKey: boolean[] = [];
  while (!reader.isAtEnd) {
    const kind = reader.byte();
    if (kind === 0x54) {
      const count = reader.varint();
      isKey = Array.from({ length: count }, () => reader.byte() !== 0);
      table = reader.name();
      continue;
    }
    const operation = operations.get(kind as 18);
    if (!operation) throw new Error(`A changeset has an operation ${kind}.`);
    const isIndirect = reader.byte() !== 0;
    const record = (): Value[] => isKey.map(() => reader.value());
    const before = operation === 'create' ? [] : record();
    const after = operation === 'delete' ? [] : record();
    yield { table, isKey, operation, isIndirect, before, after };
  }
}

/** Reads the parts of a changeset one after the other. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  /** A number of SQLite's variable length. Lengths and numbers of columns have at most five bytes. */
  varint(): number {
    let value = 0;
    for (;;) {
      const byte = this.byte();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  }

  /** A text that a zero ends. */
  name(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const name = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return name;
  }

  value(): Value {
    switch (this.byte()) {
      case 1:
        return this.#bytes.readBigInt64BE(this.#skip(8));
      case 2:
        return this.#bytes.readDoubleBE(this.#skip(8));
      case 3:
        return this.#text();
      case 4:
        return this.#blob();
      case 5:
        return null;
      default:
        return undefined;
    }
  }

  #skip(length: number): number {
    const from = this.#at;
    this.#at += length;
    return from;
  }

  #blob(): Uint8Array {
    const length = this.varint();
    const from = this.#skip(length);
    return this.#bytes.subarray(from, from + length);
  }

  /** A text; its bytes, if they are no UTF-8, or have a zero: SQLite's JSON functions end a text there. */
  #text(): string | Uint8Array {
    const bytes = this.#blob();
    try {
      return bytes.includes(0) ? new RawText(bytes) : utf8.decode(bytes);
    } catch {
      return new RawText(bytes);
    }
  }
}

/** The bytes of a text that is kept as such. */
class RawText extends Uint8Array {}

/**
 * A stored value as text, from which SQL makes the same value again: a letter for its type, and the value. Null stays null.
 * @see storedSql
 */
export function taggedText(value: Exclude<Value, undefined>): string | null {
  if (value === null) return null;
  if (typeof value === 'bigint') return `i${value}`;
  if (typeof value === 'number') return `r${textOf(value)}`;
  if (typeof value === 'string') return `t${value}`;
  return `${value instanceof RawText ? 'x' : 'b'}${Buffer.from(value).toString('hex')}`;
}

function textOf(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  return Number.isFinite(value) ? String(value) : value > 0 ? '9e999' : '-9e999';
}
