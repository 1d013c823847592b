import type { FieldConditions, FieldSchema, FormSchema, FormSectionSchema } from '@grimoire/protocol';
import type { Field } from '../model/field.ts';
import type { FormLayout, FormSection } from '../model/form-layout.ts';

/**
 * The layout of a form for one actor (CONTRACT §15). Fields that the layout does not name follow: those that are edited in a section of their
 * own at the end, the others aside.
 * @param fields those of the model that the actor may see.
 */
export function describeForm(layout: FormLayout, fields: readonly Field[]): FormSchema {
  const named = new Set([...layout.sections.flatMap((section) => section.fields.map(({ field }) => field)), ...layout.aside]);
  const rest = fields.filter((field) => !named.has(field));
  const last: FormSection = {
    title: undefined,
    help: undefined,
    tab: layout.tabs[0],
    isCollapsed: false,
    fields: rest.filter(({ editable }) => editable).map((field) => ({ field, width: undefined })),
  };
  const sections = [...layout.sections, last]
    .map((section) => describeSection(section, fields))
    .filter((section) => section.fields.length > 0);
  return {
    tabs: layout.tabs.filter((tab) => sections.some((section) => section.tab === tab)),
    sections,
    aside: [...layout.aside.filter((field) => fields.includes(field)), ...rest.filter(({ editable }) => !editable)].map(({ name }) => name),
  };
}

function describeSection({ title, help, tab, isCollapsed, fields }: FormSection, visible: readonly Field[]): FormSectionSchema {
  return {
    ...(title === undefined ? {} : { title }),
    ...(help === undefined ? {} : { help }),
    ...(tab === undefined ? {} : { tab }),
    ...(isCollapsed ? { collapsed: true } : {}),
    fields: fields
      .filter(({ field }) => visible.includes(field))
      .map(({ field, width }) => ({ name: field.name, ...(width === undefined ? {} : { width }) })),
  };
}

/**
 * The conditions of a field, without those about a field that the actor may not see: these can not be told whether they hold.
 * @param visible the names of the fields that the actor may see.
 */
export function describeConditions(
  { visibleWhen, readonlyWhen }: Field,
  visible: ReadonlySet<string>,
): Pick<FieldSchema, 'visible_when' | 'readonly_when'> {
  const isKnown = (condition: FieldConditions): boolean => Object.keys(condition).every((name) => visible.has(name));
  return {
    ...(visibleWhen && isKnown(visibleWhen) ? { visible_when: visibleWhen } : {}),
    ...(readonlyWhen && isKnown(readonlyWhen) ? { readonly_when: readonlyWhen } : {}),
  };
}
