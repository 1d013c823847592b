import { buildField, keyColumns } from './build-field.ts';
import { didYouMean, type Problems } from './checks.ts';
import type { Registration } from './registry-input.ts';
import type { Field } from '../field.ts';
import { verboseNameOf } from '../naming.ts';
import type { StaffLink, StaffLinkSetting } from '../staff-link.ts';
import type { TableName } from '../table.ts';

const place = 'settings staffLink';

/** What decides whether staff can be linked to rows of a model. */
interface LinkParts {
  /** The host application's models. */
  readonly registrations: readonly Registration[];
  /** The table of the service's own users; undefined if users are those of a host application. */
  readonly userTable: TableName | undefined;
  /** Whether the database can convert a text to such a key. */
  readonly isReadable: (key: Field) => boolean;
  readonly problems: Problems;
}

/** The model to whose rows the setting links staff; undefined without the setting, or if that is not possible, which is reported. */
export function linkTarget(setting: StaffLinkSetting | undefined, parts: LinkParts): StaffLink | undefined {
  const { registrations, userTable, isReadable, problems } = parts;
  if (setting === undefined) return undefined;
  if (userTable === undefined) {
    const message = 'It links the service’s own users, and `staffDirectory` replaces these.';
    problems.add('E061', place, { message, cure: 'Give the key of the row as the `id` of the user.' });
    return undefined;
  }
  const { model } = setting;
  const registration =
    registrations.find(({ key }) => key === model) ?? registrations.find(({ key }) => key.toLowerCase() === model.toLowerCase());
  if (!registration) {
    const keys = registrations.map(({ key }) => key);
    problems.add('E063', place, { message: `"${model}" is none.`, cure: didYouMean(model, keys) });
    return undefined;
  }
  if (registration.description.isView) {
    const message = `${registration.key} is a view: a row that leaves it would end the link.`;
    problems.add('E065', place, { message, cure: 'Name the model of the table.' });
    return undefined;
  }
  const key = keyOf(registration);
  if (key && isReadable(key)) return targetOf(registration, key);
  const message = key ? `The key of ${registration.key} is a ${key.type.name}.` : `${registration.key} has no key of a single field.`;
  problems.add('E065', place, { message, cure: 'Name a model whose key is one number, UUID or text.' });
  return undefined;
}

function keyOf({ description, config }: Registration): Field | undefined {
  const [column, ...others] = keyColumns(description, config);
  const described = description.columns.find((candidate) => candidate.column === column);
  return described && others.length === 0 ? buildField(described, description, config) : undefined;
}

function targetOf({ key: model, description, config }: Registration, key: Field): StaffLink {
  const verboseName = config.verboseName ?? verboseNameOf(model.slice(model.indexOf('.') + 1));
  return { model, verboseName, table: description.table, column: key.column, type: key.type.name };
}
