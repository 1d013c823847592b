import type { DatabaseAddress } from '../databases/database.ts';
import type { ModelRows } from './model-rows.ts';
import type { LanguageTerms } from '../model/config/language.ts';
import type { LanguageTag } from '../texts/catalogues.ts';
import type { HomeDashboardConfig } from '../home/home-config.ts';
import type { AdminAction } from '../model/config/action.ts';
import type { ModelRegistration } from '../model/config/config.ts';
import type { DashboardOptions } from '../http/dashboard/dashboard.ts';
import type { AdminSettings } from './settings.ts';
import type { Widget } from '../widgets/widget.ts';

/** Options of an admin. */
export interface AdminOptions<
  Models extends readonly ModelRegistration[] = readonly ModelRegistration[],
  Apart extends readonly AdminAction[] = readonly AdminAction[],
> {
  /** `postgres(…)` or `sqlite(…)`: the database of the models' tables and of the service's own. */
  readonly database: DatabaseAddress;
  /** The models to serve; if left out, every table of the database (CONTRACT §13). */
  readonly models?: Models;
  /** With `'tables'`, every table that no model names is served beside the models, as tables are without a config. */
  readonly rest?: 'tables';
  /**
   * Tables that are not served without a config: names, with the schema before a dot if it is not the default one; `*` stands for any text.
   * @example ['_*', 'archive.*']
   */
  readonly exclude?: readonly string[];
  /** Actions with their own permissions, on any of the models. */
  readonly adminActions?: Apart;
  /** Sources of data for the dashboard, by name (CONTRACT §9). */
  readonly widgets?: Readonly<Record<string, Widget>>;
  /** The dashboards of the home page; without any, it shows the widgets. */
  readonly home?: readonly HomeDashboardConfig[];
  /** App label of the default schema's tables that have no config: `main` by default. */
  readonly app?: string;
  /** App labels of other schemas, by their names, for tables without a config: by default a schema's own name (CONTRACT §13). */
  readonly appLabels?: Readonly<Record<string, string>>;
  /** Path that the service is mounted at: `/api/` by default. */
  readonly baseUrl?: string;
  readonly settings?: AdminSettings;
  /** The names of the models and of the rest of the configuration, by language. */
  readonly languages?: { readonly [Tag in LanguageTag]?: LanguageTerms<ModelRows<Models>> };
  /** The dashboard, also of `grimoire serve`; `ui()` and `withDashboard()` may say otherwise. */
  readonly dashboard?: DashboardOptions;
}
