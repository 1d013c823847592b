import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import { kindOf } from '../kinds/registry.ts';

/** A field in a section, with the part of the section's width that it takes. */
export interface PlacedField {
  readonly field: FieldSchema;
  readonly width: 'full' | 'half' | 'third';
}

/** Fields that are shown together. */
export interface PlacedSection {
  /** Tells it from the others. */
  readonly key: string;
  readonly title?: string | undefined;
  readonly help?: string | undefined;
  readonly tab?: string | undefined;
  readonly isCollapsed: boolean;
  readonly fields: readonly PlacedField[];
}

/** The places of the fields of a row. */
export interface FormLayout {
  readonly tabs: readonly string[];
  readonly sections: readonly PlacedSection[];
  readonly aside: readonly FieldSchema[];
}

/**
 * The places of the fields of a model: those of its config; otherwise one section, with what is not worked on aside.
 * @param isOpen whether a field is edited here.
 */
export function layoutOf(schema: ModelSchema, isOpen: (field: FieldSchema) => boolean): FormLayout {
  // Columns of related rows are of lists alone.
  const fields = schema.fields.filter(({ related }) => related === undefined);
  return schema.form ? configured({ ...schema, fields }, schema.form) : usual(fields, isOpen);
}

function configured({ fields }: ModelSchema, { tabs, sections, aside }: NonNullable<ModelSchema['form']>): FormLayout {
  const byName = new Map(fields.map((field) => [field.name, field]));
  return {
    tabs,
    sections: sections.flatMap(({ collapsed = false, fields: placed, ...section }) => {
      const own = placed.flatMap(({ name, width }) => {
        const field = byName.get(name);
        return field ? [{ field, width: width ?? widthOf(field) }] : [];
      });
      return own[0] ? [{ ...section, key: own[0].field.name, isCollapsed: collapsed, fields: own }] : [];
    }),
    aside: aside.flatMap((name) => byName.get(name) ?? []),
  };
}

function usual(fields: readonly FieldSchema[], isOpen: (field: FieldSchema) => boolean): FormLayout {
  const isMain = (field: FieldSchema): boolean => isOpen(field) && !isBookkeeping(field);
  // What nobody works on is no reason for an empty page.
  const main = fields.some(isMain) ? fields.filter(isMain) : fields.filter((field) => !field.write_only);
  const section = { key: '', isCollapsed: false, fields: withoutHoles(main).map((field) => ({ field, width: widthOf(field) })) };
  return { tabs: [], sections: [section], aside: fields.filter((field) => !main.includes(field)) };
}

function widthOf(field: FieldSchema): PlacedField['width'] {
  return kindOf(field).isWide ? 'full' : 'half';
}

/** Whether it is a date-time that the database fills where it is left out, such as the time at which the row was created. */
function isBookkeeping(field: FieldSchema): boolean {
  return kindOf(field).isMoment === true && !field.required && !field.null;
}

/** Whether its input is a switch, with its label beside it. */
export function isSwitch(field: FieldSchema): boolean {
  return kindOf(field).isSwitch === true && !field.null;
}

/** The fields in their order, except switches: these fill the half rows before wide fields, and the others stand together at the end. */
function withoutHoles(fields: readonly FieldSchema[]): readonly FieldSchema[] {
  const switches = fields.filter(isSwitch);
  const placed: FieldSchema[] = [];
  let isHalfRow = false;
  for (const field of fields.filter((one) => !isSwitch(one))) {
    const isWide = kindOf(field).isWide;
    if (isWide && isHalfRow) placed.push(...switches.splice(0, 1));
    placed.push(field);
    isHalfRow = !isWide && !isHalfRow;
  }
  return [...placed, ...switches];
}
