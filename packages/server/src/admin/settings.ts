import type { Logger } from 'pino';
import type { Keys } from '../auth/secret.ts';
import type { StaffLinkSetting } from '../model/staff-link.ts';
import type { StaffSettings } from '../auth/staff-source.ts';
import type { TokenLifetimes } from '../auth/tokens.ts';
import type { ErrorLog } from '../errors/error-log.ts';
import type { RequestLogSettings } from '../monitoring/request-log.ts';
import type { LogoSetting } from '../http/dashboard/logo.ts';
import type { LanguageTag } from '../texts/catalogues.ts';
import type { HttpSettings } from '../http/service.ts';
import type { ServiceSettings } from '../service/settings.ts';

/** Settings of an admin; each has a default (CONTRACT §12). */
export interface AdminSettings
  extends StaffSettings,
    Partial<Omit<ServiceSettings & HttpSettings, 'brand' | 'cookieNames' | 'readOnly' | 'staffSource'>> {
  /** The name of the service, its color in hexadecimal digits, and its sign. */
  readonly brand?: {
    readonly name?: string;
    readonly accent?: string;
    /**
     * A square picture: a `data:` URI (SVG, PNG, JPEG, WebP or GIF, 100,000 characters at most) or a path on the own origin, such as
     * `/static/logo.svg`; or one for each theme. By default the first letter of the name on the color.
     */
    readonly logo?: LogoSetting;
  };
  readonly cookieNames?: Partial<HttpSettings['cookieNames']>;
  /** Your documentation for staff, as “Documentation” in the menu of the user: an `https:` address or a path on the own origin; none by default. */
  readonly helpUrl?: string;
  /** Whether the dashboard tells superusers what is new in this version of the package; true by default. */
  readonly whatsNew?: boolean;
  /**
   * Whether rows can only be read, for times of maintenance; a function is asked for each request that would write. Such requests are
   * answered 503 `maintenance`. Users still sign in, and actions that answer with a file still run. False by default.
   */
  readonly readOnly?: boolean | (() => boolean);
  /** The language of answers to requests that ask for none: `en` by default. */
  readonly language?: LanguageTag;
  /** The languages that requests may ask for in `Accept-Language`: by default all that the service has. */
  readonly languages?: readonly LanguageTag[];
  /**
   * The time zone of date-times in columns without one, such as `Europe/Berlin`, in all tables of the database; UTC by default. `timeZone` of a model,
   * and of a field, says another one.
   */
  readonly databaseTimeZone?: string;
  /**
   * Whether the service writes the times at which rows are made and changed (`created_at`, `updatedAt`, `date_joined`) where nothing in the database
   * does; true by default.
   */
  readonly bookkeepingTimes?: boolean;
  /** Whether users with `export_{model}` may export the rows of a model whose config does not decide it; true by default. */
  readonly export?: boolean;
  /**
   * The secret that signs tokens, positions and ETags, with at least 32 characters. By default `GRIMOIRE_SECRET`, otherwise the one that
   * the migrations made. If there are several, the first signs and each is accepted, which allows to replace a secret
   * (`GRIMOIRE_SECRET_OLD`).
   */
  readonly secret?: string | readonly string[];
  /**
   * The schema of the service's own tables on PostgreSQL: `grimoire` by default. Without it the schema follows from `tablePrefix`. It must
   * not be the first schema of the search path.
   */
  readonly schema?: string;
  /** The prefix of the service's own tables on SQLite: `grimoire_` by default. On PostgreSQL, versions before 0.2 used it as well. */
  readonly tablePrefix?: string;
  /**
   * The model of the application's users, such as `{ model: 'app.User' }`: each of the service's own users may then be linked to one of its
   * rows, whose key is `actor.link`.
   */
  readonly staffLink?: StaffLinkSetting;
  /** Lifetimes of tokens in seconds: 15 minutes and 14 days by default. */
  readonly tokenLifetimes?: Partial<TokenLifetimes>;
  /**
   * Hosts that the dashboard loads pictures from, such as `images.example.com` or `127.0.0.1:9000`; none by default. A picture of another host
   * is shown as a link: a request for the picture would tell that host who looks at the row, and when.
   */
  readonly imageHosts?: readonly string[];
  /**
   * Hosts to which the dashboard opens the `link` of an action's answer, such as `dashboard.example.com`; none by default. Links to its own origin are
   * opened without it.
   */
  readonly linkHosts?: readonly string[];
  /** Proxies whose forwarded headers are trusted: addresses, or networks such as `10.0.0.0/8`; none by default. */
  readonly trustedProxies?: readonly string[];
  readonly logger?: Logger;
  /** Whether each request is logged, with its user, model, duration and number of statements; false by default. */
  readonly logRequests?: boolean;
  /** Milliseconds after which statements are logged with their SQL, without values: 1,000 by default, 0 for never. */
  readonly slowStatement?: number;
  /** Whether log lines about errors keep the values in them, such as PostgreSQL's `detail`; false by default. */
  readonly logValues?: boolean;
}

/** Settings with all defaults applied. */
export interface ResolvedSettings extends ServiceSettings, HttpSettings, RequestLogSettings {
  readonly language: LanguageTag;
  readonly languages: readonly LanguageTag[];
  readonly export: boolean;
  readonly secrets: Keys | undefined;
  readonly schema: string | undefined;
  readonly tablePrefix: string;
  readonly databaseTimeZone: string | undefined;
  readonly bookkeepingTimes: boolean;
  readonly staffLink: StaffLinkSetting | undefined;
  readonly tokenLifetimes: TokenLifetimes;
  readonly trustedProxies: readonly string[];
  readonly imageHosts: readonly string[];
  readonly linkHosts: readonly string[];
  readonly helpUrl: string | undefined;
  readonly whatsNew: boolean;
  readonly log: ErrorLog;
}
