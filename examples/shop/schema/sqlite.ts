import { invoices, payments } from './sqlite/billing.ts';
import { categories, products, productTags, reviews, suppliers, tags } from './sqlite/catalog.ts';
import { addresses, customerProfiles, customers } from './sqlite/crm.ts';
import { movements, stockLevels, warehouses } from './sqlite/inventory.ts';
import { eventLogs, jobs, shopSettings } from './sqlite/ops.ts';
import { channels, coupons, orderLines, orders } from './sqlite/sales.ts';

/** The shop's tables on SQLite, each after those that it points to. */
export const sqliteTables = {
  categories,
  tags,
  suppliers,
  products,
  productTags,
  customers,
  addresses,
  customerProfiles,
  reviews,
  channels,
  coupons,
  orders,
  orderLines,
  invoices,
  payments,
  warehouses,
  stockLevels,
  movements,
  eventLogs,
  shopSettings,
  jobs,
};
