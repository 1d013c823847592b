/** The wire format of Grimoire: the requests and answers of the API. Types, constants, and checks of their texts. */
export type {
  AggregateGroup,
  AggregateValue,
  AggregateValues,
  Aggregates,
  Found,
  Key,
  Page,
  Reference,
  References,
  Row,
  SuggestAnswer,
  SuggestRequest,
  Suggestion,
  Suggestions,
} from './answers.ts';
export type {
  Brand,
  BrandLogo,
  Credentials,
  LoginAnswer,
  RefreshAnswer,
  ServiceConfig,
  SessionAnswer,
  UserPayload,
} from './accounts.ts';
export type {
  ActionReport,
  ActionResult,
  AffectedRows,
  Deleted,
  ExportInput,
  FailedRow,
  FieldChange,
  MadeOtherwise,
  Operation,
  OperationResult,
  OperationResults,
  Purged,
  RelatedRows,
  Restored,
  Updated,
} from './writes.ts';
export type {
  AuditAction,
  Diff,
  RowHistory,
  HistoryEntry,
  RecentAudit,
  RecentEntry,
} from './audit.ts';
export type {
  Cards,
  ModelCount,
  ModelCounts,
  WidgetCard,
  WidgetList,
  WidgetRows,
  WidgetSummary,
} from './widgets.ts';
export {
  type Advice,
  type Cure,
  type Diagnosis,
  type DoctorReport,
  type ExaminedUse,
  type JournalSize,
  type Unserved,
  type UseKind,
  useKinds,
} from './doctor.ts';
export {
  type ConflictBody,
  errorCodes,
  type ErrorBody,
  type ErrorCode,
  type ErrorDescription,
  type FieldErrors,
  type InternalErrorBody,
  type InvalidBody,
  type RefusalBody,
} from './errors.ts';
export { fieldTypeNames, type FieldTypeName } from './field-types.ts';
export {
  type ActionVariant,
  actionVariants,
  type CodeLanguage,
  codeLanguages,
  iconNames,
  type IconName,
  toneNames,
  type ToneName,
} from './looks.ts';
export {
  aggregateParameters,
  cutParameter,
  filterGroupParameter,
  lookups,
  reservedParameters,
  trashParameter,
  type Lookup,
} from './parameters.ts';
export type {
  ActionSchema,
  ChoicePair,
  FieldConditions,
  FieldSchema,
  FieldWidget,
  FormSchema,
  FormSectionSchema,
  InlineSchema,
  ModelPermissions,
  ModelSchema,
  ModelList,
  ModelSummary,
  ReasonedWrite,
  SoftDeleteSchema,
} from './schema.ts';
export type {
  Breakdown,
  BreakdownPart,
  Home,
  HomeCard,
  HomeDashboard,
  LateCard,
  ListLink,
  NumberLook,
  Series,
  SeriesLine,
  WidgetLink,
  WidgetLinks,
} from './home.ts';
export type {
  NewSavedView,
  SavedView,
  SavedViewChange,
  SavedViews,
  ViewGroup,
  ViewSharing,
  ViewSharingInput,
} from './views.ts';
export { contractVersion } from './version.ts';
export { isOwnPath, keyOfSegment, keySegment, rowWords } from './addresses.ts';
export type { SignInProvider, SignInWays } from './sign-in.ts';
export type {
  ChangedRow,
  ChangedRows,
  ChangeSet,
  ChangeSets,
  UndoConflictField,
  UndoConflictRow,
  Undone,
  UndoRequest,
  UndoState,
} from './changes.ts';
export type { Preview, PreviewCount, PreviewDifference, PreviewRow } from './previews.ts';
export { type Calendar, countedPeriod, isPeriod, type PeriodName, periodNames, relativeEndings, relativeFilters } from './relative-days.ts';
