import { z } from 'zod';
import { checkAdminActionOptions, checkModels, checkOptions, checkParams, type OptionPlace } from './model/check-options.ts';
import { didYouMean, Problems } from './model/checks.ts';
import { anything, callable, count, flag, type Shape, text, texts } from './model/option-shapes.ts';
import type { Registry } from './model/registry.ts';
import type { AdminOptions } from './connect.ts';
import type { Arrangement } from './schema/summarize-models.ts';
import type { AdminSettings } from './settings.ts';
import type { Widget } from './widgets/widget.ts';
import { duplicateWidgets, registeredWidgets, widgetsAreChecked } from './widgets/widget.ts';

const origin = z.custom(
  (value) => typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\/[^/\s@?#]+\/?$/i.test(value) && URL.canParse(value),
  'Expected an origin such as "https://admin.example.com".',
);

const logger = z.custom(
  (value) => ['warn', 'error'].every((name) => typeof (value as Readonly<Record<string, unknown>> | null)?.[name] === 'function'),
  'Expected a logger of pino.',
);

const settingsShape: Shape<AdminSettings> = {
  secret: z.union([z.string(), z.array(z.string())]),
  tablePrefix: z.string(),
  tokenLifetimes: z.strictObject({ access: count.optional(), refresh: count.optional(), family: count.optional() }),
  trustedProxies: texts,
  logger,
  logValues: flag,
  pageSize: count,
  maxPageSize: count,
  countBudget: z.int().min(0),
  requestTimeout: count,
  brand: z.strictObject({ name: text.optional(), accent: text.optional() }),
  auth: z.enum(['jwt', 'session']),
  authenticate: callable,
  staffDirectory: z.looseObject({ authenticate: callable }),
  cookieNames: z.strictObject({ session: text.optional(), csrf: text.optional(), device: text.optional() }),
  sessionLifetime: count,
  trustedOrigins: z.array(origin),
  corsOrigins: z.array(origin),
  allowedHosts: texts,
  publicUrl: text,
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
  app: text,
  appLabels: z.record(z.string(), text),
  baseUrl: z.string(),
  settings: anything,
};

const widgetShape: Shape<Widget> = { options: anything, run: callable };

const widgetOptionsShape: Shape<Widget['options']> = { permission: text, params: anything, title: text };

/** Throws a `ConfigurationError` with every option that there is not, and every value that an option can't have. */
export function checkAdminOptions(options: AdminOptions): void {
  const problems = new Problems();
  checkOptions(options, adminShape, { place: 'defineAdmin', problems });
  if (options.settings !== undefined) checkOptions(options.settings, settingsShape, { place: 'settings', problems });
  checkPageSizes(options.settings, problems);
  checkModels(options.models, problems);
  checkAdminActionOptions(options.adminActions, problems);
  checkWidgetOptions(options.widgets ?? {}, problems);
  problems.throwIfAny();
  widgetsAreChecked();
}

function checkPageSizes({ pageSize = 1, maxPageSize = Infinity }: AdminSettings = {}, problems: Problems): void {
  if (pageSize > maxPageSize)
    problems.add('E061', 'settings pageSize', { message: `It is larger than maxPageSize (${maxPageSize}).`, cure: 'Make it smaller.' });
}

function checkWidgetOptions(widgets: Readonly<Record<string, Widget>>, problems: Problems): void {
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

/** How models are arranged, by their exact keys. What is no model is noted. */
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
  return {
    appGroups,
    sections: sections.map((members) => members.map(keyIn('settings sections'))),
    modelOrder: modelOrder.map(keyIn('settings modelOrder')),
  };
}
