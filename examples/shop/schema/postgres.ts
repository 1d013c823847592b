import { invoices, payments } from './postgres/billing.ts';
import { categories, products, productTags, reviews, suppliers, tags } from './postgres/catalog.ts';
import { addresses, customerProfiles, customers } from './postgres/crm.ts';
import { movements, stockLevels, warehouses } from './postgres/inventory.ts';
import { eventLogs, jobs, shopSettings } from './postgres/ops.ts';
import { channels, coupons, orderLines, orders } from './postgres/sales.ts';

/** The shop's tables on PostgreSQL, each after those that it points to. */
export const postgresTables = {
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
