import { z } from 'zod';
import { auditModelKey } from '../audit/model.ts';
import { secretCure, secretProblem } from '../auth/secret.ts';
import { isHelpUrl } from '../http/dashboard/help-url.ts';
import { isImageHost } from '../http/dashboard/image-hosts.ts';
import { checkHomeOptions } from '../home/check-options.ts';
import { isLogo } from '../http/dashboard/logo.ts';
import { isNetwork } from '../http/security/client-address.ts';
import { isHostName, isPublicUrl } from '../http/security/hosts.ts';
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
import { didYouMean, Problems } from '../model/build/checks.ts';
import type { ModelRegistration } from '../model/config/config.ts';
import { anything, callable, count, flag, type Shape, text, texts, timeLimit, zone } from '../model/build/option-shapes.ts';
import type { Registry } from '../model/registry.ts';
import type { AdminOptions } from './admin-options.ts';
import type { Arrangement } from '../schema/summarize-models.ts';
import { isCookieName } from '../http/security/cookies.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import { type AdminSettings, logLevels, wantedLevel } from './settings.ts';
import type { DatabaseAddress } from '../databases/database.ts';
import { languageTags } from '../texts/catalogues.ts';
import { wantedWaitLimit, waitLimitVariable } from '../process/wait-limit.ts';
import type { Widget } from '../widgets/widget.ts';
import { duplicateWidgets, registeredWidgets, widgetsAreChecked } from '../widgets/widget.ts';

const origin = z.custom(
  (value) => typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\/[^/\s@?#]+\/?$/i.test(value) && URL.canParse(value),
  'Expected an origin such as "https://admin.example.com".',
);

const cookie = z.custom(
  (value) => typeof value === 'string' && isCookieName(value),
  'Expected the name of a cookie, such as "admin_session".',
);

const identifier = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,29}$/, 'Expected up to 30 letters, digits and "_", no digit first.');

const proxy = z.custom((value) => typeof value === 'string' && isNetwork(value), {
  error: ({ input }) => `"${String(input)}" is neither an address nor a network such as "10.0.0.0/8".`,
});

const publicUrl = z.custom(
  (value) => typeof value === 'string' && isPublicUrl(value),
  'Expected an origin such as "https://admin.example.com", without a path.',
);

const host = z.custom(
  (value) => typeof value === 'string' && isHostName(value),
  'Expected a host such as "admin.example.com", or ".example.com" for it and all below it, without scheme and port.',
);

const imageHost = z.custom((value) => typeof value === 'string' && isImageHost(value), {
  error: ({ input }) =>
    `${JSON.stringify(input) ?? 'This'} is no host. Expected one such as "images.example.com", without scheme, path and "*".`,
});

const logo = z.custom(
  isLogo,
  'Expected "data:image/svg+xml,…" or another picture of 100,000 characters at most, or a path such as "/static/logo.svg".',
);

const helpUrl = z.custom(isHelpUrl, 'Expected "https://help.example.com/admin", or a path such as "/help/".');

const basePath = z.string().regex(/^[^\s?#:\\]*$/, 'Expected a path such as "/api/", without a host.');

const language = z.enum(languageTags, `Expected one of ${languageTags.join(', ')}.`);

const logger = z.custom(
  (value) => ['warn', 'error'].every((name) => typeof (value as Readonly<Record<string, unknown>> | null)?.[name] === 'function'),
  'Expected a logger of pino.',
);

const settingsShape: Shape<AdminSettings> = {
  secret: z.union([z.string(), z.array(z.string())]),
  schema: identifier,
  tablePrefix: identifier,
  staffLink: z.strictObject({ model: text }),
  tokenLifetimes: z.strictObject({ access: count.optional(), refresh: count.optional(), family: count.optional() }),
  trustedProxies: z.array(proxy),
  logger,
  logRequests: flag,
  slowStatement: count,
  logValues: flag,
  pageSize: count,
  maxPageSize: count,
  language,
  languages: z.array(language),
  readOnly: z.union([flag, callable]),
  export: flag,
  countBudget: z.int().min(0),
  aggregateBudget: z.int().min(0),
  requestTimeout: timeLimit,
  timeZone: zone,
  databaseTimeZone: zone,
  bookkeepingTimes: flag,
  brand: z.strictObject({
    name: text.optional(),
    accent: text.optional(),
    logo: z.union([logo, z.strictObject({ light: logo, dark: logo })]).optional(),
  }),
  auth: z.enum(['jwt', 'session']),
  authenticate: callable,
  staffDirectory: z.looseObject({ authenticate: callable }),
  cookieNames: z.strictObject({ session: cookie.optional(), csrf: cookie.optional(), device: cookie.optional() }),
  sessionLifetime: count,
  trustedOrigins: z.array(origin),
  corsOrigins: z.array(origin),
  allowedHosts: z.array(host),
  publicUrl,
  imageHosts: z.array(imageHost),
  linkHosts: z.array(imageHost),
  helpUrl,
  whatsNew: flag,
  endSharedTokens: flag,
  userPayload: callable,
  appGroups: z.array(z.strictObject({ name: text, apps: texts })),
  sections: z.array(texts),
  modelOrder: texts,
};

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
  if (!checkOptions(settings, settingsShape, { place: 'settings', problems })) return;
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
    const made = checkOptions(widget, widgetShape, at);
    const options = made && checkOptions(made['options'], widgetOptionsShape, at);
    if (options) checkParams(options['params'], at);
  }
  const twice = [...duplicateWidgets(), ...Object.keys(widgets).filter((name) => registeredWidgets().has(name))];
  for (const name of new Set(twice))
    problems.add('E041', `widgets.${name}`, { message: `"${name}" stands twice.`, cure: 'Rename one of them.' });
}

/** The arrangement of models, by their exact keys. Names of unknown models are reported. */
export function arrangementOf({ appGroups, sections, modelOrder }: Arrangement, registry: Registry, problems: Problems): Arrangement {
  const keyIn =
    (place: string) =>
    (name: string): string => {
      const model = registry.find(name);
      if (!model) {
        const names = registry.models.map(({ key }) => key);
        problems.add('E063', place, { message: `"${name}" is none.`, cure: didYouMean(name, names) });
      }
      return model?.key ?? name;
    };
  const apps = new Set(registry.models.map(({ app }) => app));
  for (const name of new Set(appGroups.flatMap((group) => group.apps)))
    if (!apps.has(name)) problems.add('E064', 'settings appGroups', { message: `"${name}" is none.`, cure: didYouMean(name, apps) });
  return {
    appGroups,
    sections: sections.map((members) => members.map(keyIn('settings sections'))),
    modelOrder: modelOrder.map(keyIn('settings modelOrder')),
  };
}
