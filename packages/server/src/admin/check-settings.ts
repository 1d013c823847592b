import { z } from 'zod';
import { auditModelKey } from '../audit/model.ts';
import { secretCure, secretProblem } from '../auth/secret.ts';
import { checkHomeOptions } from '../home/check-options.ts';
import type { AdminAction } from '../model/config/action.ts';
import { checkAdminActions } from '../model/build/build-actions.ts';
import {
  checkAdminActionOptions,
  checkModels,
  checkOptions,
  checkParams,
  entriesOf,
  type OptionPlace,
} from '../model/build/check-options.ts';
import { Problems } from '../model/build/checks.ts';
import type { ModelRegistration } from '../model/config/config.ts';
import { anything, callable, type Shape, text, texts } from '../model/build/option-shapes.ts';
import type { AdminOptions } from './admin-options.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import { logLevels, wantedLevel } from './log.ts';
import { type AdminSettings, declaredSettings } from './settings.ts';
import { shapesOf } from '../settings/setting.ts';
import type { DatabaseAddress } from '../databases/database.ts';
import { wantedWaitLimit, waitLimitVariable } from '../process/wait-limit.ts';
import type { Widget } from '../widgets/widget.ts';
import { duplicateWidgets, registeredWidgets, widgetsAreChecked } from '../widgets/widget.ts';

/** A path of the service. */
const basePath = z.string().regex(/^[^\s?#:\\]*$/, 'Expected a path such as "/api/", without a host.');

const adminShape: Shape<AdminOptions> = {
  database: z.looseObject({ open: callable }),
  models: anything,
  adminActions: anything,
  widgets: anything,
  home: anything,
  rest: z.literal('tables'),
  exclude: texts,
  app: text,
  appLabels: z.record(z.string(), text),
  baseUrl: basePath,
  settings: anything,
  languages: anything,
  dashboard: z.strictObject({
    path: basePath.optional(),
    scripts: texts.optional(),
    signInUrl: text.optional(),
    extension: z.union([text, z.instanceof(URL)], 'Expected the folder that the build of the extension writes.').optional(),
  }),
};

const widgetShape: Shape<Widget> = { options: anything, run: callable };

const widgetOptionsShape: Shape<Widget['options']> = { permission: text, params: anything, title: text };

/** Throws a `ConfigurationError` with every unknown option and every invalid value. */
export function checkAdminOptions(options: AdminOptions): void {
  const problems = new Problems();
  checkOptions(options, adminShape, { place: 'defineAdmin', problems }, { database: 'Give `sqlite(file)` or `postgres(url)`.' });
  checkDatabase(options.database, problems);
  checkSettings(options.settings, problems);
  checkModels(options.models, problems);
  checkAdminActionOptions(options.adminActions, problems);
  checkWidgetOptions(options.widgets, problems);
  checkHomeOptions(options.home, problems);
  if (problems.isAny) checkModelsOfActions(options, problems);
  problems.throwIfAny();
  widgetsAreChecked();
}

function checkDatabase(database: Partial<DatabaseAddress> | undefined | null, problems: Problems): void {
  if (typeof database?.check === 'function') database.check({ place: `database: ${database.dialect}()`, problems });
}

function checkSettings(settings: AdminSettings | undefined, problems: Problems): void {
  if (settings?.logger === undefined && wantedLevel() === null)
    problems.add('E061', 'LOG_LEVEL', { message: 'It is no level of the log.', cure: `Give one of ${logLevels.join(', ')}.` });
  if (wantedWaitLimit() === null)
    problems.add('E061', waitLimitVariable, { message: 'It is no number of milliseconds.', cure: 'Give a positive integer.' });
  if (settings === undefined) return checkSecret(undefined, problems);
  if (!checkOptions(settings, shapesOf(declaredSettings), { place: 'settings', problems })) return;
  const { pageSize = 1, maxPageSize = Infinity, secret } = settings;
  if (pageSize > maxPageSize)
    problems.add('E061', 'settings pageSize', { message: `It is larger than maxPageSize (${maxPageSize}).`, cure: 'Make it smaller.' });
  checkSecret(secret, problems);
}

function checkSecret(secret: AdminSettings['secret'], problems: Problems): void {
  const message = secretProblem(secret);
  const place = secret === undefined ? 'GRIMOIRE_SECRET' : 'settings secret';
  if (message !== null) problems.add('E061', place, { message, cure: secretCure });
}

/** If the start fails before the models are built, the registered keys are taken from the options. */
function checkModelsOfActions({ models, adminActions }: AdminOptions, problems: Problems): void {
  if (!Array.isArray(models) || !Array.isArray(adminActions)) return;
  const registered = models.flatMap((one: Partial<ModelRegistration> | null) => (typeof one?.key === 'string' ? [one.key] : []));
  const entries = adminActions.filter(
    (entry: Partial<AdminAction> | null) => typeof entry?.model === 'string' && typeof entry.name === 'string',
  );
  checkAdminActions(entries, [...registered, ...Object.values(staffModelKeys), auditModelKey], problems);
}

function checkWidgetOptions(given: AdminOptions['widgets'], problems: Problems): void {
  const widgets = Object.fromEntries(entriesOf(given, { place: 'widgets', problems }));
  for (const [name, widget] of [...registeredWidgets(), ...Object.entries(widgets)]) {
    const at: OptionPlace = { place: `widgets.${name}`, problems };
    const checkedWidget = checkOptions(widget, widgetShape, at);
    const options = checkedWidget && checkOptions(checkedWidget['options'], widgetOptionsShape, at);
    if (options) checkParams(options['params'], at);
  }
  const twice = [...duplicateWidgets(), ...Object.keys(widgets).filter((name) => registeredWidgets().has(name))];
  for (const name of new Set(twice))
    problems.add('E041', `widgets.${name}`, { message: `"${name}" stands twice.`, cure: 'Rename one of them.' });
}
