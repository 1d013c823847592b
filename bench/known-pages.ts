import type { Setup } from './messages.ts';

/** What the floor is told of a page, because signing links and reading cursors is not its job. */
export interface KnownPage {
  /** The links as JSON. */
  readonly next: string;
  readonly previous: string;
  /** The count that the page's cursor carries. */
  readonly count: number;
  /** The id that the page's cursor stands for. */
  readonly after: number | null;
}

/** What the floor is started with: the pages by their path and query. */
export interface FloorSetup extends Setup {
  readonly pages: Readonly<Record<string, KnownPage>>;
}
