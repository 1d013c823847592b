/** A page of orders as the hand-written statements know it. */
export interface PageOfOrders {
  readonly status: string | null;
  /** The page starts after this id; null for a page by its offset. */
  readonly after: number | null;
  readonly offset: number;
}

/** The result of a search. */
export interface Found {
  readonly rows: string;
  readonly count: number;
}

/** The floor's statements, each made by hand for its one use. */
export interface OrderQueries {
  /** Fifty orders, newest first: their JSON, between the brackets. */
  page(page: PageOfOrders): Promise<string> | string;
  count(status: string | null): Promise<number> | number;
  /** The first fifty orders, newest first, whose number contains a text, as JSON without the brackets, and how many there are. */
  search(text: string): Promise<Found> | Found;
  /** The keys and numbers of the first 21 orders whose number contains a text, by their numbers, each as JSON. */
  suggestions(text: string): Promise<readonly string[]> | readonly string[];
  /** The number of a customer's orders. */
  ordersOf(customer: number): Promise<number> | number;
  /** The JSON of one order. */
  row(id: number): Promise<string> | string;
  /** Changes an order's note, with an entry in the audit log, and gives the JSON of the order. */
  change(id: number, note: string): Promise<string> | string;
  /** Changes the notes of orders, with an entry in the audit log for each. @returns how many. */
  changeAll(ids: readonly number[], note: string): Promise<number> | number;
  /** Changes the notes of orders, with one entry in the audit log. @returns how many. */
  mark(ids: readonly number[], note: string): Promise<number> | number;
  close(): Promise<void>;
}
