/** A page of orders as the hand-written statements know it. */
export interface PageOfOrders {
  readonly status: string | null;
  /** The page starts after this id; null for a page by its offset. */
  readonly after: number | null;
  readonly offset: number;
}

/** The floor's statements, each made by hand for its one use. */
export interface OrderQueries {
  /** Fifty orders, newest first: their JSON, between the brackets. */
  page(page: PageOfOrders): Promise<string> | string;
  count(status: string | null): Promise<number> | number;
  /** The JSON of one order. */
  row(id: number): Promise<string> | string;
  /** Changes an order's note, with an entry in the audit log, and gives the JSON of the order. */
  change(id: number, note: string): Promise<string> | string;
  close(): Promise<void>;
}
