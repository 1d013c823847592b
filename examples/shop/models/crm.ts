import { inline, model } from 'grimoire';
import { addressKind, region } from '../schema/choices.ts';
import type { ShopTables } from '../schema/tables.ts';
import { regionScope } from './region-scope.ts';

/** Who buys. */
export function crmModels(tables: ShopTables) {
  return [
    customerModel(tables),
    model(tables.addresses, 'crm.Address', {
      verboseNamePlural: 'addresses',
      label: 'street',
      searchFields: ['street', 'city', 'postalCode', 'customer.lastName'],
      listFilter: ['kind', 'country', 'isDefault', 'customer.region'],
      rows: regionScope('customer.region'),
      fields: { kind: { choices: addressKind.labelled } },
    }),
    model(tables.customerProfiles, 'crm.CustomerProfile', {
      label: 'handle',
      searchFields: ['handle', 'customer.email'],
      listFilter: ['customer.country'],
      ordering: ['handle'],
      rows: regionScope('customer.region'),
      fields: {
        handle: { type: 'SlugField' },
        website: { type: 'URLField' },
        avatar: { type: 'ImageField', widget: { kind: 'image', shape: 'round' } },
        bio: { type: 'TextField' },
        loyaltyPoints: { type: 'PositiveIntegerField', readonly: true },
        callAfter: { type: 'TimeField', helpText: 'In the customer’s own time.' },
      },
    }),
  ];
}

function customerModel(tables: ShopTables) {
  return model(tables.customers, 'crm.Customer', {
    label: (row) => [row.firstName, row.lastName].join(' '),
    listDisplay: ['firstName', 'lastName', 'email', 'company', 'country', 'region', 'createdAt'],
    searchFields: ['firstName', 'lastName', 'email', 'company'],
    pickerFields: ['email', 'country'],
    listFilter: ['region', 'country', 'newsletter', 'createdAt'],
    ordering: ['lastName', 'firstName'],
    inlines: [inline(tables.addresses, 'customer'), inline(tables.customerProfiles, 'customer')],
    rows: regionScope('region'),
    readonlyFields: ['lastIp'],
    fields: {
      id: { type: 'UUIDField' },
      email: { type: 'EmailField' },
      phone: { widget: { kind: 'phone' } },
      country: { helpText: 'Two letters, such as SE.' },
      region: { choices: region.labelled, helpText: 'Decides which sales team looks after them.' },
      birthday: { type: 'DateField' },
      lastIp: { type: 'GenericIPAddressField', label: 'last IP address' },
      creditLimit: { maxDigits: 12, decimalPlaces: 2 },
      notes: { type: 'TextField' },
    },
  });
}
