import type { Policy } from '../authorize/policy.ts';
import { type ModelRight, rightCodename } from '../model/actor.ts';
import type { Model } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';

const rights: readonly ModelRight[] = ['view', 'add', 'change', 'delete'];

/** The models that have a permission `{app}.{codename}`. */
export function modelsOfPermission(permission: string, registry: Registry): Model[] {
  const dot = permission.indexOf('.');
  const [app, codename] = [permission.slice(0, dot), permission.slice(dot + 1)];
  return registry.models.filter(
    (model) =>
      model.app === app &&
      (rights.some((right) => rightCodename(model, right) === codename) || model.ownPermissions.some((own) => own.codename === codename)),
  );
}

/** Whether the actor holds a permission `{app}.{codename}` on any model that has it. */
export function holdsPermission(policy: Policy, permission: string): boolean {
  const codename = permission.slice(permission.indexOf('.') + 1);
  return modelsOfPermission(permission, policy.registry).some((model) => policy.holds(model, codename));
}
