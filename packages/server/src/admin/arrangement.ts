import type { Problems } from '../model/build/checks.ts';
import { didYouMean } from '../model/build/checks.ts';
import type { Registry } from '../model/registry.ts';
import type { Arrangement } from '../schema/settings.ts';

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
