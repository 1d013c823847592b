import type { AdminSettings } from 'grimoire';
import { billingModels } from './models/billing.ts';
import { catalogModels } from './models/catalog.ts';
import { crmModels } from './models/crm.ts';
import { inventoryModels } from './models/inventory.ts';
import { opsModels } from './models/ops.ts';
import { salesModels } from './models/sales.ts';
import type { ShopTables } from './schema/tables.ts';

/** Every model of the shop, on the tables of either database. */
export function shopModels(tables: ShopTables) {
  return [
    ...catalogModels(tables),
    ...crmModels(tables),
    ...salesModels(tables),
    ...billingModels(tables),
    ...inventoryModels(tables),
    ...opsModels(tables),
  ];
}

/** How the models are arranged, and what the shop is called. */
export const shopSettings: AdminSettings = {
  brand: { name: 'Grimoire Shop', accent: '#5b4b8a' },
  appGroups: [
    { name: 'Sales', apps: ['sales', 'crm'] },
    { name: 'Goods', apps: ['catalog', 'inventory'] },
    { name: 'Money', apps: ['billing'] },
    { name: 'Operations', apps: ['ops', 'admin'] },
    { name: 'Staff', apps: ['auth', 'contenttypes'] },
  ],
  sections: [
    ['sales.Order', 'sales.OrderLine'],
    ['crm.Customer', 'crm.Address', 'crm.CustomerProfile'],
    ['catalog.Product', 'catalog.Review', 'catalog.ProductTag'],
    ['billing.Invoice', 'billing.Payment'],
  ],
  modelOrder: ['sales.Order', 'crm.Customer', 'catalog.Product', 'billing.Invoice', 'inventory.StockLevel', 'inventory.Movement'],
};
