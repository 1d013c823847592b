import type { DatabaseSource } from './databases/database.ts';
import type { AdminAction } from './model/config/action.ts';
import type { ModelRegistration } from './model/config/config.ts';
import type { AdminSettings } from './settings.ts';
import type { Widget } from './widgets/widget.ts';

/** Options of an admin. */
export interface AdminOptions<Models extends readonly ModelRegistration[] = readonly ModelRegistration[]> {
  /** `postgres(…)` or `sqlite(…)`: the database of the models' tables and of the service's own. */
  readonly database: DatabaseSource;
  /** The models to serve; if left out, every table of the database (CONTRACT §13). */
  readonly models?: Models;
  /** Actions with their own permissions, on any of the models. */
  readonly adminActions?: readonly AdminAction[];
  /** Sources of data for the dashboard, by name (CONTRACT §9). */
  readonly widgets?: Readonly<Record<string, Widget>>;
  /** App label of the default schema's tables, if no models are given: `main` by default. */
  readonly app?: string;
  /** App labels of other schemas, by their names, if no models are given: by default a schema's own name (CONTRACT §13). */
  readonly appLabels?: Readonly<Record<string, string>>;
  /** Path that the service is mounted at: `/api/` by default. */
  readonly baseUrl?: string;
  readonly settings?: AdminSettings;
}
