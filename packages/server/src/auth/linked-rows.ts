import { sql } from 'kysely';
import { type TypeSql, typeSql } from '../databases/type-sql.ts';
import type { Dialect } from '../databases/dialect.ts';
import type { Sql, SqlFragments } from '../databases/sql-fragments.ts';
import { StartError } from '../errors/errors.ts';
import { didYouMean } from '../model/build/checks.ts';
import { InvalidValue } from '../model/field-type.ts';
import { toWire } from '../model/input.ts';
import { type Field, valueField } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';
import { linkColumn, linkPrefix, type StaffLink } from '../model/staff-link.ts';
import { comparedSql, keyAfter } from '../sql/column.ts';
import { tableSql } from '../databases/table-sql.ts';

/** The links of staff to rows of the application's users, in SQL. The alias is that of the service's own table of users. */
export class LinkedRows {
  readonly staffLink: StaffLink;
  readonly model: Model;
  /** The field of its key. */
  readonly key: Field;
  readonly #fragments: SqlFragments;
  readonly #type: TypeSql;

  constructor({ fragments, types }: Dialect, staffLink: StaffLink, registry: Registry) {
    const model = registry.find(staffLink.model);
    if (!model) throw new Error(`There is no model ${staffLink.model}.`);
    this.staffLink = staffLink;
    this.model = model;
    this.key = valueField(model.primaryKey[0]);
    this.#fragments = fragments;
    this.#type = typeSql(types, this.key);
  }

  /** The JSON of the key to which a user is linked, whether or not there is such a row; null without a link. */
  stored(alias: string): Sql {
    return this.#type.json(this.#typed(alias), this.key);
  }

  /** The JSON of the same key; null also if there is no such row, or if it is in the trash. */
  present(alias: string): Sql {
    const json = this.#type.json(sql.id('linked', this.key.column), this.key);
    return sql`(SELECT ${json} FROM ${this.#from(alias)}${this.#isKept('linked')} LIMIT 1)`;
  }

  /** Whether a user is linked to a row of the model that does not exist, also not in the trash. */
  isLost(alias: string): Sql {
    return sql`(${this.#typed(alias)} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${this.#from(alias)}))`;
  }

  /** A stored key in the form of the API; as it is stored if it is no key, because the type of the model's key has changed since. */
  onWire(text: string): unknown {
    return this.#onWire(text) ?? text;
  }

  /** The text of a key in its usual form; null if it is none. */
  parsed(text: string): string | null {
    const key = this.#onWire(text);
    return typeof key === 'string' || typeof key === 'number' ? String(key) : null;
  }

  /** A text field of the model. Throws a `StartError` if there is none of this name. */
  textField(name: string): Field {
    const field = this.model.fieldByName.get(name);
    if (field?.type.isText) return field;
    const texts = this.model.fields.filter(({ type }) => type.isText).map((candidate) => candidate.name);
    throw new StartError(`${this.model.key} has no text field "${name}". ${didYouMean(name, texts)}`);
  }

  /** A query for the keys of the first two rows outside the trash that have this value in a field. */
  keysWith(field: Field, value: string): Sql {
    // The alias of the rows that a statement locks.
    const json = this.#type.json(sql.id('t', this.key.column), this.key);
    const bound = this.#fragments.bind(field.type.parse(value, field), field);
    const has = this.#fragments.equals(comparedSql(field, 't'), sql`${bound}`, field);
    return sql`SELECT ${json} AS ${sql.id('key')} FROM ${tableSql(this.model.table)} AS ${sql.id('t')} WHERE ${has}${this.#isKept('t')} LIMIT 2`;
  }

  /** The same for the key itself; the row is locked, as far as the database can lock it, until the transaction ends. */
  lockedKey(value: string): Sql {
    return sql`${this.keysWith(this.key, value)}${this.model.isLockable ? this.#fragments.lock('keep') : sql``}`;
  }

  /** A stored link to the row with this key. */
  link(key: string): string {
    return `${linkPrefix(this.model.key)}${key}`;
  }

  #onWire(text: string): unknown {
    try {
      return toWire(this.key.type.parse(text, this.key), this.key);
    } catch (error) {
      if (error instanceof InvalidValue) return null;
      throw error;
    }
  }

  #isKept(alias: string): Sql {
    const { softDelete } = this.model;
    return softDelete ? sql` AND ${sql.id(alias, softDelete.column)} IS NULL` : sql``;
  }

  #from(alias: string): Sql {
    const isLinked = this.#fragments.equals(comparedSql(this.key, 'linked'), this.#typed(alias), this.key);
    return sql`${tableSql(this.model.table)} AS ${sql.id('linked')} WHERE ${isLinked}`;
  }

  #typed(alias: string): Sql {
    return keyAfter(this.#fragments, linkPrefix(this.model.key), sql.id(alias, linkColumn), this.key);
  }
}
