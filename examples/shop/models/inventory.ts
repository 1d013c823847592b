import { inline, model } from 'grimoire';
import { movementKind } from '../schema/choices.ts';
import type { ShopTables } from '../schema/tables.ts';

/** What lies where. */
export function inventoryModels(tables: ShopTables) {
  return [
    model(tables.warehouses, 'inventory.Warehouse', {
      ordering: ['name'],
      inlines: [inline(tables.stockLevels, 'warehouse')],
      fields: {
        capacity: { type: 'PositiveIntegerField', helpText: 'In pallets.' },
        opensAt: { type: 'TimeField' },
        closesAt: { type: 'TimeField' },
        gateway: { type: 'GenericIPAddressField' },
      },
    }),
    model(tables.stockLevels, 'inventory.StockLevel', {
      label: (row) => [row.product, row.warehouse].join(' in '),
      searchFields: ['product.name', 'product.sku', 'shelf'],
      listFilter: ['warehouse', 'product.category'],
      ordering: ['warehouse', 'product'],
      fields: { quantity: { type: 'PositiveIntegerField' }, reserved: { type: 'PositiveIntegerField' } },
    }),
    model(tables.movements, 'inventory.Movement', {
      verboseName: 'stock movement',
      label: 'id',
      searchFields: ['product.name', 'product.sku', 'comment'],
      listFilter: ['kind', 'warehouse', 'product.category', 'happenedAt'],
      ordering: ['-happenedAt'],
      fields: {
        id: { type: 'BigAutoField' },
        kind: { choices: movementKind.labelled },
        quantity: { helpText: 'Below zero for goods that leave.' },
        unitCost: { maxDigits: 10, decimalPlaces: 4 },
      },
    }),
  ];
}
