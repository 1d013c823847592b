/** The wire format of Grimoire: the requests and answers of the API. Types and constants only. */
export type {
  ActionReport,
  ActionResult,
  AggregateGroup,
  Aggregates,
  AggregateValue,
  AggregateValues,
  AffectedRows,
  AuditAction,
  Cards,
  Diff,
  FailedRow,
  Found,
  Key,
  LoginAnswer,
  Operation,
  OperationResults,
  Page,
  RecentAudit,
  RecentEntry,
  Reference,
  References,
  SuggestAnswer,
  SuggestRequest,
  RefreshAnswer,
  RelatedRows,
  Row,
  SessionAnswer,
  ServiceConfig,
  Suggestions,
  UserPayload,
  WidgetCard,
  WidgetList,
  WidgetRows,
  WidgetSummary,
} from './answers.ts';
export {
  type Advice,
  type Cure,
  type Diagnosis,
  type DoctorReport,
  type ExaminedUse,
  type Unserved,
  type UseKind,
  useKinds,
} from './doctor.ts';
export { errorCodes, type ErrorBody, type ErrorCode, type ErrorDescription, type FieldErrors } from './errors.ts';
export { fieldTypeNames, type FieldTypeName } from './field-types.ts';
export { type CodeLanguage, codeLanguages, iconNames, type IconName, toneNames, type ToneName } from './looks.ts';
export { aggregateParameters, filterGroupParameter, lookups, reservedParameters, trashParameter, type Lookup } from './parameters.ts';
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
  ModelSummary,
} from './schema.ts';
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
