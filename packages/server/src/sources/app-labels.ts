import { didYouMean, type Problems } from '../model/build/checks.ts';
import type { LiveTables } from '../databases/catalog.ts';
import { uniqueNames } from './live-names.ts';

/** The input for the choice of app labels. */
export interface AppLabels {
  /** Labels that are taken: those of the service's own models. */
  readonly reserved: readonly string[];
  /** Labels that a config sets, by schema. */
  readonly given: Readonly<Record<string, string>>;
}

/**
 * The app label of each schema: the one that the config sets, otherwise the schema's name, with a number added if another schema or the
 * service itself has that label (CONTRACT §13). Names without a number are assigned first, so the labels depend only on the names of the
 * schemas.
 * @param schemas each with the label that it would have.
 */
export function appLabelsOf(schemas: ReadonlyMap<string, string>, { reserved, given }: AppLabels): ReadonlyMap<string, string> {
  const labels = new Map(Object.entries(given).filter(([schema]) => schemas.has(schema)));
  const used = new Set([...reserved, ...labels.values()].map((label) => label.toLowerCase()));
  const others = [...schemas].filter(([schema]) => !labels.has(schema));
  const numbered = others.filter(([schema, label]) => {
    const isFree = !used.has(label.toLowerCase());
    if (isFree) labels.set(schema, label);
    used.add(label.toLowerCase());
    return !isFree;
  });
  const names = uniqueNames(
    numbered.map(([, label]) => label),
    [...used],
  );
  for (const [index, [schema]] of numbered.entries()) labels.set(schema, names[index] ?? schema);
  return labels;
}

/** Whether a text can be an app label. */
export function isLabel(text: string): boolean {
  return /^[^.~/\s]{1,100}$/u.test(text);
}

/** The rule for app labels, as a hint. */
export const labelCure = 'Use up to 100 characters without ".", "~", "/" and spaces.';

/** Reports labels of a config that belong to no schema, that are invalid, or that are already taken. */
export function checkAppLabels(
  given: Readonly<Record<string, string>>,
  parts: { readonly catalog: LiveTables; readonly app: string; readonly reserved: readonly string[]; readonly problems: Problems },
): void {
  const { catalog, app, reserved, problems } = parts;
  const schemas = new Set([catalog.defaultSchema, ...catalog.tables.flatMap(({ table: { schema } }) => schema ?? [])]);
  if (!isLabel(app)) problems.add('E005', 'app', { message: `"${app}" is none.`, cure: labelCure });
  const ofDefault = Object.hasOwn(given, catalog.defaultSchema) ? [] : [app];
  const used = new Set([...reserved, ...ofDefault].map((label) => label.toLowerCase()));
  for (const [schema, label] of Object.entries(given)) {
    const place = `appLabels.${schema}`;
    if (!schemas.has(schema))
      problems.add('E005', place, { message: `There is no schema "${schema}".`, cure: didYouMean(schema, schemas) });
    else if (!isLabel(label)) problems.add('E005', place, { message: `"${label}" is none.`, cure: labelCure });
    else if (used.has(label.toLowerCase())) problems.add('E005', place, { message: `"${label}" is taken.`, cure: 'Use another.' });
    used.add(label.toLowerCase());
  }
}
