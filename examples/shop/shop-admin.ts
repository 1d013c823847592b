import { type AdminSettings, defineAdmin, postgres, sqlite } from 'grimoire';
import type { ShopTarget } from './database/connection.ts';
import { shopActions } from './actions.ts';
import { shopLanguages } from './languages/languages.ts';
import { shopHome } from './home.ts';
import { shopModels, shopSettings } from './models.ts';
import { shopWidgets } from './widgets.ts';
import { tablesOf } from './schema/tables-of.ts';

/** The shop's admin on this database. */
export function shopAdmin(target: ShopTarget, settings: AdminSettings = {}) {
  return defineAdmin({
    database: 'sqlite' in target ? sqlite(target.sqlite) : postgres(target.postgres),
    models: shopModels(tablesOf(target)),
    adminActions: shopActions,
    widgets: shopWidgets(target),
    languages: shopLanguages,
    home: shopHome,
    settings: { ...shopSettings, ...settings },
  });
}
