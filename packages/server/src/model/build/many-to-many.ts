import { visibilityOf } from './build-field.ts';
import type { FieldConfig, ManyToManyConfig } from '../config/config.ts';
import type { Field, Link } from '../field.ts';
import { fieldTypes } from '../field-types/all.ts';
import { verboseNameOf } from '../naming.ts';
import type { ForeignKeyDescription, TableDescription } from '../table.ts';

/** The two foreign keys of a link table; the config decides which is which if it names them. */
export interface LinkEnds {
  readonly source: ForeignKeyDescription;
  readonly target: ForeignKeyDescription;
}

function isNamed(link: TableDescription, key: ForeignKeyDescription, name: string | undefined): boolean {
  if (name === undefined) return true;
  const column = link.columns.find((candidate) => candidate.column === key.columns[0]);
  return key.columns[0] === name || column?.name === name;
}

/** Finds the link table's foreign key to this table and the one to the other table; undefined if that is ambiguous. */
export function findLinkEnds(link: TableDescription, owner: TableDescription, config: ManyToManyConfig): LinkEnds | undefined {
  const single = link.foreignKeys.filter((key) => key.columns.length === 1);
  const sources = single.filter(
    (key) => key.table.name === owner.table.name && key.table.schema === owner.table.schema && isNamed(link, key, config.source),
  );
  const source = sources[0];
  if (!source || (sources.length > 1 && config.source === undefined && config.target === undefined)) return undefined;
  const targets = single.filter((key) => key !== source && isNamed(link, key, config.target));
  const target = targets[0];
  return target && (targets.length === 1 || config.target !== undefined) ? { source, target } : undefined;
}

/** The parts of a many-to-many field. */
export interface ManyToManyParts {
  readonly name: string;
  readonly label: string | undefined;
  /** The config's options for it under `fields`. */
  readonly own: FieldConfig;
  /** Whether it is in the config's `readonlyFields`. */
  readonly isReadonly: boolean;
  readonly link: Link;
  readonly targetModel: string;
  readonly targetKey: Field;
}

/** A many-to-many field of a model. */
export function manyToManyField(parts: ManyToManyParts): Field {
  const { own } = parts;
  return {
    name: parts.name,
    column: parts.link.sourceKey,
    type: fieldTypes.ManyToManyField,
    inner: parts.targetKey,
    relation: { model: parts.targetModel, column: parts.link.targetKey, onDelete: 'cascade' },
    link: parts.link,
    storage: 'native',
    dbType: '',
    isOpaque: false,
    verboseName: own.label ?? parts.label ?? verboseNameOf(parts.name),
    helpText: own.helpText,
    null: true,
    unique: false,
    primaryKey: false,
    maxLength: undefined,
    maxDigits: undefined,
    decimalPlaces: undefined,
    range: undefined,
    limits: undefined,
    choices: undefined,
    hasDefault: true,
    defaultValue: undefined,
    editable: !parts.isReadonly && own.readonly !== true,
    refused: undefined,
    source: {},
    ...visibilityOf(own),
  };
}
