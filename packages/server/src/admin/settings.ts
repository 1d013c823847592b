import { ActionSettings } from '../actions/settings.ts';
import { AuthSettings } from '../auth/settings.ts';
import { type StaffSource, staffSourceOf, StaffSettings } from '../auth/staff-source.ts';
import { OwnTableSettings } from '../databases/settings.ts';
import type { ErrorLog } from '../errors/error-log.ts';
import { BrandSettings } from '../http/dashboard/brand.ts';
import { HelpSettings } from '../http/dashboard/help.ts';
import { OutsideHostSettings } from '../http/dashboard/outside-hosts.ts';
import { SecuritySettings } from '../http/security/settings.ts';
import { JournalSettings } from '../journal/settings.ts';
import { LanguageSettings } from '../languages/settings.ts';
import { LogSettings } from '../monitoring/settings.ts';
import { PageSizeSettings } from '../request/settings.ts';
import { ArrangementSettings } from '../schema/settings.ts';
import { AnswerSettings } from '../service/settings.ts';
import { type Resolved, resolve, together, type Written } from '../settings/setting.ts';
import { TimeSettings } from '../sources/settings.ts';
import type { ServedMethod } from '../sign-in/method.ts';
import { signInMethods } from '../sign-in/methods.ts';
import { logOf } from './log.ts';

/** All settings: each is declared in its folder, which stands here and below once. */
export interface DeclaredSettings
  extends SecuritySettings,
    PageSizeSettings,
    AnswerSettings,
    BrandSettings,
    StaffSettings,
    AuthSettings,
    OutsideHostSettings,
    LanguageSettings,
    HelpSettings,
    ArrangementSettings,
    TimeSettings,
    ActionSettings,
    OwnTableSettings,
    JournalSettings,
    LogSettings {}

/** The declarations, in the order in which the dashboard's page gets its settings. */
export const declaredSettings: DeclaredSettings = together(
  new SecuritySettings(),
  new PageSizeSettings(),
  new AnswerSettings(),
  new BrandSettings(),
  new StaffSettings(),
  new AuthSettings(),
  new OutsideHostSettings(),
  new LanguageSettings(),
  new HelpSettings(),
  new ArrangementSettings(),
  new TimeSettings(),
  new ActionSettings(),
  new OwnTableSettings(),
  new JournalSettings(),
  new LogSettings(),
);

/** Settings of an admin; each has a default (CONTRACT §12). */
export interface AdminSettings extends Written<DeclaredSettings> {}

/** Settings with all defaults applied, and what follows from several of them. */
export interface ResolvedSettings extends Resolved<DeclaredSettings> {
  readonly log: ErrorLog;
  readonly staffSource: StaffSource;
  /** The ways to sign in that there are; those in use are the ones of `staffSource`. */
  readonly methods: readonly ServedMethod[];
}

/** Applies the defaults. @param methods the ways to sign in to the service. Throws a `StartError` for a secret that is too short, and for a name of two cookies. */
export function resolveSettings(settings: AdminSettings, methods: readonly ServedMethod[] = signInMethods): ResolvedSettings {
  const resolved = resolve(declaredSettings, settings);
  return { ...resolved, log: logOf(settings), methods, staffSource: staffSourceOf(resolved, methods) };
}
