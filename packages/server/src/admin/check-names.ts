import { textsOfHome } from '../home/home-config.ts';
import type { AdminOptions } from './admin-options.ts';
import { checkRowRules } from '../authorize/check-rules.ts';
import { checkTerms, type Term, termsOf } from '../languages/terms.ts';
import { didYouMean, type Problems } from '../model/build/checks.ts';
import type { Journal } from '../databases/recording.ts';
import { checkedTimes } from '../journal/keep-rules.ts';
import type { KeptTimes } from '../journal/settings.ts';
import type { StaffLink } from '../model/staff-link.ts';
import type { Registry } from '../model/registry.ts';
import type { ResolvedSettings } from './settings.ts';
import type { Registration } from '../model/build/registry-input.ts';
import type { Arrangement } from '../schema/settings.ts';
import { checkWidgets, widgetTitles } from '../widgets/widgets.ts';
import { checkHome } from '../home/check-home.ts';

interface Built {
  readonly registry: Registry;
  readonly journal: Journal;
  readonly described: readonly Registration[];
  readonly staffLink: StaffLink | undefined;
  readonly problems: Problems;
}

/**
 * Checks everything that names models of the registry: widgets, row rules, and settings, which it returns with exact keys. Throws all problems.
 */
export function checkedNames(
  options: AdminOptions,
  settings: ResolvedSettings,
  { registry, journal, described, staffLink, problems }: Built,
): Checked {
  checkWidgets(options.widgets ?? {}, registry, problems);
  checkTerms(options.languages, termsOfAdmin(options, settings, registry), problems);
  checkHome(options.home ?? [], { registry, widgets: options.widgets ?? {} }, problems);
  const ruleNotes = checkRowRules(described, registry, { problems, hasLinks: staffLink !== undefined });
  const named = {
    ...arrangementOf(settings, registry, problems),
    journal: checkedTimes(settings.journal, { registry, journal }, problems),
  };
  problems.throwIfAny();
  return { named, ruleNotes };
}

interface Checked {
  /** The settings that name models. */
  readonly named: Arrangement & { readonly journal: KeptTimes };
  readonly ruleNotes: readonly string[];
}

/** The arrangement of models, by their exact keys. Names of unknown models are reported. */
function arrangementOf({ appGroups, sections, modelOrder }: Arrangement, registry: Registry, problems: Problems): Arrangement {
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

/** The texts of a configuration that may be translated. */
export function termsOfAdmin({ widgets = {}, home = [] }: AdminOptions, { appGroups }: ResolvedSettings, registry: Registry): Term[] {
  return termsOf({ registry, groups: appGroups, widgets: widgetTitles(widgets), home: textsOfHome(home) });
}
