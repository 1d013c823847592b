/** Grimoire: register a data model once, and staff get a permissioned REST API over it. */
export { Admin } from './admin/admin.ts';
export type { Operations } from './admin/operations.ts';
export { defineAdmin, syncAdminActions } from './admin/define-admin.ts';
export type { Pruned } from './admin/prune.ts';
export type { Advice, Diagnosis, Unserved } from '@grimoire/protocol';
export { NewerTablesError, NotMigratedError } from './system-tables/migrations.ts';
export type { ModelRequired, ModelRows } from './admin/model-rows.ts';
export type { AdminOptions } from './admin/admin-options.ts';
export type { AnyRow, FieldNames, LiveTable, RequiredFields, RowType } from './model/config/row-type.ts';
export type { RowChanges, RowToSave } from './model/config/row-values.ts';
export type { ActionInputs, AnyActions, HandlerInput, ModelActions, NoInput } from './model/config/action-type.ts';
export type { SyncOptions, SyncResult } from './auth/permissions.ts';
export type { Authenticate, HostRequest, HostStaff, StaffDirectory } from './auth/host-staff.ts';
export type { StaffUser } from './auth/staff.ts';
export { hashPassword } from './auth/passwords/passwords.ts';
export { AdminError } from './errors/errors.ts';
export type { WithDashboard } from './http/dashboard/with-dashboard.ts';
export type { BrandSetting } from './http/dashboard/brand.ts';
export type { Dashboard, DashboardOptions } from './http/dashboard/dashboard.ts';
export type { Monitoring, MonitoringOptions } from './http/monitoring.ts';
export { type NodeHandlerOptions, type NodeMountable, toNodeHandler } from './http/node.ts';
export {
  action,
  type Action,
  type ActionContext,
  type ActionHandler,
  type ActionOptions,
  type ActionRows,
  type ActionScope,
  type AdminAction,
  type BareAction,
  type EachRow,
  file,
  type FileAnswer,
  type FileBody,
  type SeenField,
  type SeenOptions,
  type TextOptions,
} from './model/config/action.ts';
export { type ExportAction, type ExportCodename, exportCsv, type ExportOptions, type ExportParams } from './actions/export-csv.ts';
export type { Actor } from './model/actor.ts';
export type { SchemaOption } from './model/json-schema/read-schema.ts';
export type { StandardSchema } from './model/json-schema/standard-schema.ts';
export { ConfigurationError, type Problem } from './model/build/checks.ts';
export {
  type AdminConfig,
  type CountName,
  type ConfigActions,
  type FieldConfig,
  type InlineConfig,
  inline,
  type ManyToManyConfig,
  model,
  type ModelRegistration,
  type NoActions,
} from './model/config/config.ts';
export type { ConditionValue, FieldWidth, FormCondition, FormConfig, FormField, FormSectionConfig } from './model/config/form.ts';
export { modelFiles, modelsOf } from './sources/model-files.ts';
export {
  all,
  and,
  none,
  not,
  or,
  type PathName,
  type RowRule,
  type RuleOperand,
  type RuleOperator,
  where,
} from './model/config/row-rule.ts';
export type {
  BeforeSaveContext,
  DeleteContext,
  HookChanges,
  HookContext,
  Hooks,
  RestoreContext,
  SaveContext,
  StoredRow,
  Validate,
  ValidateContext,
  ValidationMessages,
} from './model/config/hooks.ts';
export type { ActionTerms, FieldTerms, LanguageTerms, ModelTerms } from './model/config/language.ts';
export type { LanguageTag } from './texts/catalogues.ts';
export type { Queries, UntypedTables } from './model/config/queries.ts';
export type { ParamConfig, ParamConfigs, ParamValues } from './model/config/param.ts';
export type { ParamType } from './model/field-types/all.ts';
export { registerWidget, widget, type Widget, type WidgetContext, type WidgetHandler, type WidgetOptions } from './widgets/widget.ts';
export type {
  CardFilters,
  CardFrame,
  CardLink,
  CardMeasure,
  CardNumber,
  CardRows,
  CardWidth,
  BreakdownCardConfig,
  HomeCardConfig,
  HomeDashboardConfig,
  LinksCardConfig,
  NumberCardConfig,
  SeriesCardConfig,
  TableCardConfig,
  ViewCardConfig,
  WidgetCardConfig,
} from './home/home-config.ts';
export type {
  Breakdown,
  BreakdownPart,
  Cards,
  ListLink,
  Series,
  SeriesLine,
  WidgetCard,
  WidgetLink,
  WidgetLinks,
  WidgetRows,
} from '@grimoire/protocol';
export type { RequestInfo } from './http/fetch.ts';
/** Raw SQL for hooks and widgets, from Kysely. */
export { sql } from 'kysely';
export type { Fill } from './model/field.ts';
export type { AdminSettings } from './admin/settings.ts';
export type { StaffLinkSetting } from './model/staff-link.ts';
export {
  postgres,
  type PostgresOptions,
  type PostgresPool,
  type PostgresPoolOptions,
  type PostgresReplicaOptions,
  type PostgresTarget,
  type PostgresTls,
} from './databases/postgres/postgres.ts';
export { sqlite, type SqliteOptions } from './databases/sqlite/sqlite.ts';
