import { buildField, keyColumns } from './build-field.ts';
import { checkFieldConfigs } from './check-fields.ts';
import type { Problems } from './checks.ts';
import type { FieldConfig } from '../config/config.ts';
import type { Field } from '../field.ts';
import { isFilledByLink } from './filled-by-user.ts';
import type { LeftOut } from './left-out.ts';
import type { Draft, Registration, RegistryInput } from './registry-input.ts';
import type { ColumnDescription, TableDescription } from '../table.ts';

/** The fields of each registration, without relations; problems of a key or a field's config are reported. */
export function draftModels(input: RegistryInput): Draft[] {
  const { registrations, problems, leftOut } = input;
  const seenKeys = new Set<string>();
  return registrations.flatMap((registration) => {
    const { key, description, config } = registration;
    const [, app, name] = /^([^.~/\s]+)\.([^.~/\s]+)$/u.exec(key) ?? [];
    if (!app || !name) {
      problems.add('E002', key, { message: `"${key}" is not of that form.`, cure: 'Write it as "sales.Order".' });
      return [];
    }
    // Permissions contain the model's name in lower case.
    if (seenKeys.has(key.toLowerCase())) {
      problems.add('E001', key, {
        message: 'The later one is ignored.',
        cure: 'Rename one of them, also where only the case of letters differs.',
      });
      return [];
    }
    seenKeys.add(key.toLowerCase());
    if (app.length > 100 || name.length > 90) {
      problems.add('E002', key, {
        message: `"${key.slice(0, 40)}…" is too long.`,
        cure: 'Use up to 100 characters before the dot, and 90 after it.',
      });
      return [];
    }
    const names = new Set(description.columns.map(({ column }) => column));
    if (keyColumns(description, config).length === 0 || !description.primaryKey.every((column) => config.primaryKey || names.has(column))) {
      problems.add('E003', key, { message: 'Rows could not be told apart.', cure: keyCure(description) });
      return [];
    }
    checkFieldConfigs(registration, input);
    checkKey(registration, leftOut, problems);
    const keys = keyColumns(description, config);
    // A key column that is left out is reported above; it is kept here to avoid further reports about it.
    const columns = description.columns.filter((column) => keys.includes(column.column) || !leftOut.has(column, description, config));
    const unseen = description.columns.filter((column) => !columns.includes(column) && isMade(column));
    const build = (column: ColumnDescription): Field => fieldOf(column, registration, input);
    return [{ registration, app, name, fields: columns.map(build), unseen: unseen.map(build) }];
  });
}

/** How a table without a key can be served. */
function keyCure({ foreignKeys }: TableDescription): string {
  const links =
    foreignKeys.length > 1 ? ', or take the model out and name the table as `through` in `manyToMany` of a model that it references' : '';
  return `Name its columns in \`primaryKey\`${links}.`;
}

/** Whether the service or the source makes values of a column that the database does not make. */
function isMade({ makeDefault, makeUpdate, fill, refused }: ColumnDescription): boolean {
  return refused?.insert === undefined && (makeDefault ?? makeUpdate ?? fill) !== undefined;
}

function fieldOf(column: ColumnDescription, { description, config }: Registration, input: RegistryInput): Field {
  const field = buildField(column, description, config);
  const fillsLink = field.fill !== undefined && isFilledByLink(column, field.type.name, field.fill, { ...input, description });
  return fillsLink ? { ...field, fillsLink } : field;
}

/** A key is in every answer and address: it cannot be a secret, or limited to some users. */
function checkKey({ key, description, config }: Registration, leftOut: LeftOut, problems: Problems): void {
  const keys = new Set(keyColumns(description, config));
  for (const column of description.columns.filter((candidate) => keys.has(candidate.column))) {
    const own: FieldConfig = config.fields?.[column.name] ?? {};
    const place = `${key} ${column.name}`;
    const reason = leftOut.reasonOf(column, description, config);
    if (reason !== undefined) {
      const isSecret = reason === 'looks like a secret';
      problems.add('E033', place, {
        message: isSecret ? 'It looks like a secret.' : `It can not be served: ${reason}.`,
        cure: isSecret ? 'Name it in `fields` to serve it all the same.' : 'Let the database role read it.',
      });
    } else if (own.hidden || own.view) {
      problems.add('E033', place, { message: 'It is part of every row and address.', cure: 'Take `hidden` or `view` off it.' });
    }
  }
}
