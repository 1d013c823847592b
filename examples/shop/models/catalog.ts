import { action, inline, model } from 'grimoire';
import { productStatus } from '../schema/choices.ts';
import { productAttributes } from '../schema/json.ts';
import type { ShopTables } from '../schema/tables.ts';

/** What the shop sells. */
export function catalogModels(tables: ShopTables) {
  return [...productModels(tables), ...surroundingModels(tables)];
}

function productModels(tables: ShopTables) {
  return [
    model(tables.products, 'catalog.Product', {
      label: 'name',
      listDisplay: ['image', 'sku', 'name', 'category', 'status', 'price', 'isActive', 'tags'],
      searchFields: ['name', 'sku', 'category.name', 'supplier.name'],
      autocompleteFields: ['name', 'sku'],
      pickerFields: ['sku', 'image'],
      listFilter: ['status', 'isActive', 'category', 'supplier.country', 'tags'],
      ordering: ['name'],
      manyToMany: { tags: { through: tables.productTags } },
      inlines: [inline(tables.reviews, 'product')],
      actions: {
        takeOffSale: action({
          label: 'Take off sale',
          async run(_context, rows) {
            return { message: `${await rows.where('status', '=', 'active').update({ status: 'paused' })} products were taken off sale.` };
          },
        }),
      },
      fields: {
        sku: { label: 'SKU', helpText: 'Stands on the box; never used twice.' },
        status: { choices: productStatus.labelled },
        price: { maxDigits: 10, decimalPlaces: 2, helpText: 'Including VAT.', widget: { kind: 'money', currency: 'EUR' } },
        cost: {
          maxDigits: 10,
          decimalPlaces: 2,
          view: 'catalog.view_cost',
          helpText: 'What the supplier asks.',
          widget: { kind: 'money', currency: 'EUR' },
        },
        weight: { helpText: 'In kilograms.' },
        stockThreshold: { type: 'PositiveIntegerField', helpText: 'Below this, more is bought.' },
        barcode: { type: 'BigIntegerField', helpText: 'EAN-13' },
        description: { type: 'TextField', widget: { kind: 'markdown' } },
        attributes: { schema: productAttributes },
        keywords: { type: 'ArrayField' },
        image: { type: 'ImageField' },
        manual: { type: 'FileField' },
        releasedOn: { type: 'DateField' },
      },
    }),
    model(tables.reviews, 'catalog.Review', {
      label: 'title',
      searchFields: ['title', 'body', 'product.name'],
      listFilter: ['rating', 'isPublished', 'product.category'],
      ordering: ['-createdAt'],
      fields: { rating: { type: 'SmallIntegerField', helpText: 'One to five stars.', widget: { kind: 'progress', max: 5 } } },
    }),
    model(tables.productTags, 'catalog.ProductTag', { verboseName: 'product’s tag', ordering: ['product', 'tag'] }),
  ];
}

function surroundingModels(tables: ShopTables) {
  return [
    model(tables.categories, 'catalog.Category', {
      verboseNamePlural: 'categories',
      searchFields: ['name', 'slug', 'parent.name'],
      listFilter: ['parent', 'isVisible'],
      ordering: ['position', 'name'],
      inlines: [inline(tables.categories, 'parent')],
      fields: { slug: { type: 'SlugField' }, position: { type: 'SmallIntegerField' } },
    }),
    model(tables.tags, 'catalog.Tag', { ordering: ['name'], fields: { color: { helpText: 'As #rrggbb.', widget: { kind: 'color' } } } }),
    model(tables.suppliers, 'catalog.Supplier', {
      listDisplay: ['name', 'country', 'email', 'isPreferred', 'rating', 'Product.count'],
      searchFields: ['name', 'email', 'country'],
      listFilter: ['country', 'isPreferred'],
      ordering: ['name'],
      fields: {
        website: { type: 'URLField' },
        email: { type: 'EmailField' },
        iban: { hidden: true },
        contract: { type: 'FileField' },
        rating: { helpText: 'Out of five, from all deliveries.', widget: { kind: 'progress', max: 5 } },
      },
    }),
  ];
}
