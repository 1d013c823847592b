import type { ModelSummary } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import type { Model } from '../model/model.ts';
import type { Arrangement } from './settings.ts';

const unlisted = 999;

/** The models on which the actor holds a right (CONTRACT §3). */
export function summarizeModels(policy: Policy, arrangement: Arrangement): ModelSummary[] {
  return policy.registry.models.filter((model) => policy.knows(model)).map((model) => summarize(model, policy, arrangement));
}

function summarize(model: Model, policy: Policy, arrangement: Arrangement): ModelSummary {
  const group = arrangement.appGroups.findIndex(({ apps }) => apps.includes(model.app));
  const order = arrangement.modelOrder.indexOf(model.key);
  const section = sectionOf(model, policy, arrangement);
  return {
    model: model.key,
    app_label: model.app,
    verbose_name: model.verboseName,
    verbose_name_plural: model.verboseNamePlural,
    is_readonly: model.isReadonly,
    permissions: policy.access(model).rights,
    group: groupName(arrangement.appGroups[group]?.name ?? model.app, policy),
    group_order: group === -1 ? unlisted : group,
    model_order: order === -1 ? unlisted : order,
    section: section[0] ?? model.key,
    section_order: Math.max(0, section.indexOf(model.key)),
    ...(model.isOfService ? { is_of_service: true as const } : {}),
    ...(model.icon === undefined ? {} : { icon: model.icon }),
  };
}

function groupName(name: string, { registry }: Policy): string {
  return registry.names.groups.get(name) ?? name;
}

/** The members of the model's section that the actor may view, in their order. */
function sectionOf(model: Model, policy: Policy, arrangement: Arrangement): string[] {
  const section = arrangement.sections.find((members) => members.includes(model.key)) ?? [];
  const visible = section.filter((key) => {
    const member = policy.registry.find(key);
    return member !== undefined && policy.may(member, 'view');
  });
  return visible.includes(model.key) ? visible : [model.key];
}
