import type { UseKind } from '@grimoire/protocol';

/** The sentence about a use that no index serves. @param names the fields, or an empty text. */
export function problemOf(kind: UseKind, names: string): string {
  const by = names === '' ? '' : ` by ${names}`;
  switch (kind) {
    case 'list':
      return `Its list is sorted${by}: all rows are read and sorted for a page.`;
    case 'sort':
      return `A list that is sorted by ${names} reads and sorts all rows.`;
    case 'filter':
      return `A filter by ${names} reads all rows.`;
    case 'link':
      return `All rows are read for those that ${names} links to a row: for a filter, and before that row is deleted.`;
    case 'search':
      return `A search in ${names} reads all rows.`;
    case 'autocomplete':
      return `The choice of a row looks for a text in ${names}, and reads all rows.`;
    case 'picker':
      return `The choice of a row shows the rows${names === '' ? '' : ` sorted by ${names}`}: all are read and sorted.`;
    case 'rule':
      return `The row rule reads all rows for each list of a user whom it limits${names === '' ? '' : ` (by ${names})`}.`;
    case 'label':
      return 'For what its list shows of other tables, a large table is read from end to end for each row.';
    case 'cascade':
      return `Before a row is deleted, all rows are read for those that reference it by ${names}.`;
  }
}
