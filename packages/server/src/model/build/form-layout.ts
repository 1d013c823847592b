import { didYouMean, type Problems } from './checks.ts';
import type { FormConfig, FormSectionConfig } from '../config/form.ts';
import type { Field } from '../field.ts';
import type { FormLayout, FormSection } from '../form-layout.ts';

interface FormOf {
  /** The key of the model. */
  readonly model: string;
  readonly fields: readonly Field[];
  readonly form: FormConfig | undefined;
}

/**
 * The layout of a form that a config sets; undefined where it sets none. Reported are fields that do not exist, that the config hides or that
 * stand twice, and tabs that the form does not have.
 */
export function formLayoutOf({ model, fields, form }: FormOf, problems: Problems): FormLayout | undefined {
  if (!form) return undefined;
  const place = `${model} form`;
  const tabs = form.tabs ?? [];
  for (const tab of tabs.filter((name, index) => tabs.indexOf(name) < index))
    problems.add('E038', `${place} tabs`, { message: `The tab "${tab}" stands twice.`, cure: 'Name each tab once.' });
  const names = new Names(fields, problems);
  const sections = (form.sections ?? []).map((section, index): FormSection => {
    const at = `${place}.sections[${index}]`;
    checkSection(section, tabs, { place: at, problems });
    return {
      title: section.title,
      help: section.help,
      tab: tabs.length > 0 ? (section.tab ?? tabs[0]) : undefined,
      isCollapsed: section.collapsed === true,
      fields: section.fields.flatMap((one) => {
        const { name, width } = typeof one === 'string' ? { name: one } : one;
        return names.take(name, at).map((field) => ({ field, width }));
      }),
    };
  });
  return { tabs, sections, aside: (form.aside ?? []).flatMap((name) => names.take(name, `${place} aside`)) };
}

interface SectionPlace {
  readonly place: string;
  readonly problems: Problems;
}

function checkSection({ tab, title, collapsed }: FormSectionConfig, tabs: readonly string[], { place, problems }: SectionPlace): void {
  if (tab !== undefined && !tabs.includes(tab)) {
    const cure = tabs.length > 0 ? didYouMean(tab, tabs) : 'Name it in `tabs` of the form.';
    problems.add('E038', place, { message: `"${tab}" is none of its tabs.`, cure });
  }
  if (collapsed && title === undefined)
    problems.add('E038', place, { message: 'It is collapsed and has no title.', cure: 'Give it a `title`, by which it is opened.' });
}

/** The fields of a model, each of which a layout names once. */
class Names {
  readonly #fields: readonly Field[];
  readonly #problems: Problems;
  readonly #taken = new Set<string>();

  constructor(fields: readonly Field[], problems: Problems) {
    this.#fields = fields;
    this.#problems = problems;
  }

  /** @returns the field with this name; nothing if that is a problem. */
  take(name: string, place: string): Field[] {
    const field = this.#fields.find((candidate) => candidate.name === name);
    if (!field) {
      const candidates = this.#fields.filter(({ hidden, writeOnly }) => !hidden || writeOnly).map((candidate) => candidate.name);
      this.#problems.add('E010', place, { message: `"${name}" is none.`, cure: didYouMean(name, candidates) });
      return [];
    }
    if (field.hidden && !field.writeOnly) {
      this.#problems.add('E014', place, { message: `"${name}" is.`, cure: 'Take it out, or show the field.' });
      return [];
    }
    if (this.#taken.has(name)) {
      this.#problems.add('E038', place, { message: `"${name}" stands twice.`, cure: 'Name each field once.' });
      return [];
    }
    this.#taken.add(name);
    return [field];
  }
}
