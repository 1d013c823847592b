import { asForeignKey } from './build-field.ts';
import type { ManyToManyConfig } from '../config/config.ts';
import type { Draft, DraftsByTable, RegistryInput } from './registry-input.ts';
import type { Field } from '../field.ts';
import { findLinkEnds, manyToManyField } from './many-to-many.ts';
import type { Inline } from '../model.ts';
import { orderFieldOf } from './inline-order.ts';
import { tableId, type TableName } from '../table.ts';

/** The fields of each draft before some of them were turned into foreign keys. */
export type ColumnFields = ReadonlyMap<Draft, readonly Field[]>;

/** The only key field of a draft, as a plain column; undefined if there are several. */
export function targetKeyOf(draft: Draft, columnFields: ColumnFields): Field | undefined {
  const keys = (columnFields.get(draft) ?? []).filter((field) => field.primaryKey);
  return keys.length === 1 ? keys[0] : undefined;
}

/** The draft's fields; those that reference a registered model with a single key become foreign keys. */
export function linkForeignKeys(draft: Draft, byTable: DraftsByTable, columnFields: ColumnFields): Field[] {
  const { description } = draft.registration;
  return draft.fields.map((field) => {
    const key = description.foreignKeys.find((candidate) => candidate.columns.length === 1 && candidate.columns[0] === field.column);
    const target = key && byTable.get(tableId(key.table));
    const targetKey = target && targetKeyOf(target, columnFields);
    if (!key || !target || !targetKey) return field;
    const column = key.targetColumns[0] ?? targetKey.column;
    return asForeignKey(field, { model: target.registration.key, column, onDelete: key.onDelete }, targetKey);
  });
}

/** The draft's many-to-many fields. */
export function linkManyToMany(draft: Draft, byTable: DraftsByTable, columnFields: ColumnFields, input: RegistryInput): Field[] {
  const { registration } = draft;
  return Object.entries<ManyToManyConfig>(registration.config.manyToMany ?? {}).flatMap(([name, config]) => {
    const place = `${registration.key} manyToMany.${name}`;
    const link = input.describe(config.through);
    const ends = link && findLinkEnds(link, registration.description, config);
    if (!link || !ends) {
      input.problems.add('E022', place, { message: 'It needs one foreign key to each.', cure: 'Name them in `source` and `target`.' });
      return [];
    }
    const target = byTable.get(tableId(ends.target.table));
    const targetKey = target && targetKeyOf(target, columnFields);
    if (!target || !targetKey) {
      input.problems.add('E023', place, { message: `"${ends.target.table.name}" is no model with a single key.`, cure: 'Register it.' });
      return [];
    }
    if (hasTrash(byTable.get(tableId(link.table)), place, input)) return [];
    return [
      manyToManyField({
        name,
        label: config.label,
        own: registration.config.fields?.[name] ?? {},
        isReadonly: (registration.config.readonlyFields ?? []).includes(name) || isUnlinkable(link.table, input),
        targetModel: target.registration.key,
        targetKey,
        link: {
          table: input.references.asStored(link).table,
          source: ends.source.columns[0] ?? '',
          sourceKey: ends.source.targetColumns[0] ?? '',
          target: ends.target.columns[0] ?? '',
          targetKey: ends.target.targetColumns[0] ?? '',
        },
      }),
    ];
  });
}

/** Whether deleted rows of a link table go to a trash, which is reported: links are deleted at once. */
function hasTrash(link: Draft | undefined, place: string, { problems }: RegistryInput): boolean {
  if (link?.registration.config.softDelete === undefined) return false;
  const { key } = link.registration;
  const cure = `Show ${key} as an inline instead, or remove its \`softDelete\`.`;
  problems.add('E066', place, { message: `Rows of ${key} go to a trash, and links are deleted at once.`, cure });
  return true;
}

/** Whether the database forbids to insert or to delete links. */
function isUnlinkable(link: TableName, { references }: RegistryInput): boolean {
  const { insert, delete: remove } = references.describe(link)?.refused ?? {};
  return insert !== undefined || remove !== undefined;
}

/** The child models that the draft's config shows with it. */
export function inlinesOf(draft: Draft, byTable: DraftsByTable, input: RegistryInput): Inline[] {
  const { key, config } = draft.registration;
  return (config.inlines ?? []).flatMap((inline) => {
    const place = `${key} inlines.${inline.foreignKey}`;
    const child = input.describe(inline.table);
    const childDraft = child && byTable.get(tableId(child.table));
    if (!childDraft) {
      input.problems.add('E021', place, { message: 'Its table is no model.', cure: 'Register it.' });
      return [];
    }
    const field = childDraft.fields.find((candidate) => candidate.name === inline.foreignKey);
    if (field?.relation?.model !== key) {
      input.problems.add('E020', place, {
        message: `"${inline.foreignKey}" does not point here.`,
        cure: `Name the foreign key of ${childDraft.registration.key} to ${key}.`,
      });
      return [];
    }
    return [
      {
        model: childDraft.registration.key,
        field: field.name,
        orderField: orderFieldOf(childDraft, inline.position, { place, problems: input.problems }),
      },
    ];
  });
}
