import { Admin } from './admin.ts';
import type { AdminOptions } from './admin-options.ts';
import type { SyncOptions, SyncResult } from '../auth/permissions.ts';
import type { ActionOf, ModelRequired, ModelRows } from './model-rows.ts';
import type { AdminAction } from '../model/config/action.ts';
import type { ModelActions } from '../model/config/action-type.ts';
import type { ModelRegistration } from '../model/config/config.ts';

/**
 * Declares an admin.
 * @example defineAdmin({ database: sqlite('shop.sqlite'), models: [model(orders, 'sales.Order')] })
 */
export function defineAdmin<const Models extends readonly ModelRegistration[] = readonly ModelRegistration[]>(
  options: AdminOptions<Models> & { readonly adminActions?: never },
): Admin<ModelRows<Models>, ModelActions<Models, readonly []>, ModelRequired<Models>>;
export function defineAdmin<
  const Models extends readonly ModelRegistration[] = readonly ModelRegistration[],
  const Apart extends readonly ActionOf<Models>[] = readonly ActionOf<Models>[],
>(options: AdminOptions<Models, Apart>): Admin<ModelRows<Models>, ModelActions<Models, Apart>, ModelRequired<Models>>;
export function defineAdmin<
  const Models extends readonly ModelRegistration[] = readonly ModelRegistration[],
  const Apart extends readonly AdminAction[] = readonly AdminAction[],
>(options: AdminOptions<Models, Apart>): Admin<ModelRows<Models>, ModelActions<Models, Apart>, ModelRequired<Models>>;
export function defineAdmin(options: AdminOptions): Admin<object, object, object> {
  return new Admin(options);
}

/** The command `sync-admin-actions` as a function: {@link Admin.syncAdminActions}. */
export function syncAdminActions(admin: Admin, options: SyncOptions = {}): Promise<SyncResult> {
  return admin.operations.syncAdminActions(options);
}
