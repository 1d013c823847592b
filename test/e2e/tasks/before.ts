import type { Counts } from './hand.ts';

function counts(clicks: number, keys: number, requests: number): Counts {
  return { clicks, keys, requests };
}

/**
 * What the same tasks took in the dashboard as it was before its redesign (commit 1229e00), measured on 2026-11-24 with the same demo and by
 * the shortest way that was found. Null is what could not be done there, undefined what was not
 * measured.
 */
export const before: Readonly<Record<string, Counts | null | undefined>> = {
  'Find an order by its number': counts(3, 10, 15),
  'Find an order by the full name of its customer': counts(3, 15, 15),
  'List the unpaid invoices of the last week of more than 100 €': counts(11, 14, 5),
  'Open an invoice by typing its number, by keys alone': counts(0, 58, 9),
  'Go to page 300 of the orders': counts(3, 0, 5),
  'Sort the orders by status, and then by total': null,
  'From a customer to the orders of this customer': counts(5, 17, 7),
  'From an order to its customer, and back to the same place of the list': counts(3, 0, 7),
  'Change the notes of three orders, one after the other': counts(10, 18, 41),
  'See who changed the status of an order, and when': counts(1, 0, 1),
  'Change the status of the 40 newest orders': counts(20, 0, 9),
  'Correct the price of a product in the list': counts(3, 7, 17),
  'Change the prices of ten products in a row': undefined,
  'Paste 30 cells from a spreadsheet': null,
  'Refund three completed orders, with a reason': counts(12, 8, 9),
  'Restore a deleted row from the trash': counts(4, 0, 7),
  'Delete a category, after seeing what goes with it': counts(4, 0, 8),
  'Create an order with two lines, for a new customer': counts(28, 95, 26),
  'Duplicate a product': null,
  'Change the email of a customer from the form of an order': null,
  'Make a tag, by keys alone': counts(0, 48, 4),
  'Sum the totals of the paid orders of a country': null,
  'Save a filtered list as a view, and open it again the next day': null,
  'Share a view with a group': null,
  'Export the shown columns of a filtered list as CSV': null,
  // The drag that marked the text opened the row as well.
  'Copy a value of a list': counts(2, 1, 14),
  'Give a group the right to change products': counts(5, 7, 6),
  'Add a colleague, in a group': counts(8, 17, 8),
  'Change one’s own password': counts(4, 18, 1),
  'Refund the 40 orders whose numbers stand in a spreadsheet': undefined,
  'List what is overdue': undefined,
};
