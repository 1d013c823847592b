import type { LiveTables } from '../databases/catalog.ts';
import type { TableDescription } from '../model/table.ts';

/** What a source may use to describe tables. */
export interface SourceContext {
  /** What the database says about its own tables. */
  readonly live: LiveTables;
  /** All references of the start: those of this source are among them. */
  readonly references: readonly unknown[];
}

/** Describes the table of a reference; undefined if there is none. */
export type Describe = (reference: unknown) => TableDescription | undefined;

/**
 * Where descriptions of tables come from. A model names its table by a reference, the first argument of `model()`; so do inlines and link
 * tables. A source only describes: the statements are the service's own (docs/explanation/dialects.md, "To add a source").
 */
export interface Source {
  /** What its references are, for error messages. */
  readonly references: string;
  /** Whether a reference is one of this source. It is called before the source is opened, so that it loads nothing. */
  readonly accepts: (reference: unknown) => boolean;
  /** The name of a reference's table, for error messages. */
  readonly nameOf?: (reference: unknown) => string | undefined;
  /** Whether its descriptions come from code, and are therefore compared with the database at the start. */
  readonly isApart: boolean;
  /** Loads what the source needs. It is called once for each start, if a reference of the source is used. */
  readonly open: (context: SourceContext) => Promise<Describe>;
}
