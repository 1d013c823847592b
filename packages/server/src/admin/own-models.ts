import { sql } from 'kysely';
import type { AdminOptions } from './admin-options.ts';
import { auditRegistration } from '../audit/model.ts';
import { LinkedRows } from '../auth/linked-rows.ts';
import type { StaffModels } from '../auth/models.ts';
import type { Database } from '../databases/database.ts';
import type { SystemTableFragments } from '../databases/system-table-fragments.ts';
import { actionLabels } from '../model/build/build-actions.ts';
import { exportKey, exportLabel } from '../model/build/build-export.ts';
import type { Problems } from '../model/build/checks.ts';
import { linkTarget } from '../model/build/link-target.ts';
import type { Registration } from '../model/build/registry-input.ts';
import type { Field } from '../model/field.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import type { Registry } from '../model/registry.ts';
import type { StaffLink } from '../model/staff-link.ts';
import type { ResolvedSettings } from './settings.ts';

interface OwnModelParts {
  readonly database: Database;
  readonly tables: SystemTableNames;
  /** The host application's models. */
  readonly described: readonly Registration[];
  readonly problems: Problems;
  readonly registry: () => Registry;
}

/** The service's own models, and the links of its staff. */
interface OwnModels extends StaffModels {
  readonly staffLink: StaffLink | undefined;
  readonly linked: () => LinkedRows | undefined;
}

/** Makes the models of the staff and of the audit log. */
export function ownModels(
  options: AdminOptions,
  settings: ResolvedSettings,
  { database, tables, described, problems, registry }: OwnModelParts,
): OwnModels {
  const words = database.dialect.systemTables;
  const staffLink = staffLinkOf(settings, described, { database, tables, problems });
  const linked = lazily(() => staffLink && new LinkedRows(database.dialect, staffLink, registry()));
  const staff = settings.staffSource.models({ tables, words, registry, linked }, staffLink);
  const audit = auditOf(options, { settings, tables, words, staffLink, registry });
  const registrations = [...staff.registrations, audit].map((registration) => ({ ...registration, isOfService: true }));
  return { registrations, tables: staff.tables, staffLink, linked };
}

function staffLinkOf(
  { staffLink, staffSource }: ResolvedSettings,
  registrations: readonly Registration[],
  { database, tables, problems }: Pick<OwnModelParts, 'database' | 'tables' | 'problems'>,
): StaffLink | undefined {
  const isReadable = (key: Field): boolean => database.dialect.fragments.keyOfText(sql.id('key'), key) !== null;
  return linkTarget(staffLink, { registrations, userTable: staffSource.userTable(tables), isReadable, problems });
}

/** A value that is made when it is first needed. */
function lazily<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => (cached ??= { value: make() }).value;
}

interface AuditParts {
  readonly settings: ResolvedSettings;
  readonly tables: SystemTableNames;
  readonly words: SystemTableFragments;
  readonly staffLink: StaffLink | undefined;
  readonly registry: () => Registry;
}

function auditOf(options: AdminOptions, { settings, tables, words, staffLink, registry }: AuditParts): Registration {
  const models = options.models ?? [];
  const mayExport = settings.export || models.some(({ config }) => config.export === true);
  return auditRegistration({
    moment: words.writtenMomentColumn,
    table: tables.auditLog,
    actorKeys: settings.staffSource.keys,
    staffLink,
    hasTrash: models.some(({ config }) => config.softDelete !== undefined),
    actions: new Map([...(mayExport ? [[exportKey, exportLabel] as const] : []), ...actionLabels(models, options.adminActions ?? [])]),
    registry,
  });
}
