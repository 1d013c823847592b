import type { NewRow } from '../schema/tables.ts';

/** Where orders come in. */
export function makeChannels(): NewRow<'channels'>[] {
  return [
    { code: 'web', name: 'Web shop 🌐', isOnline: true, commission: '0.00', openedOn: '2019-03-01' },
    { code: 'app', name: 'App', isOnline: true, commission: '0.00', openedOn: '2022-10-17' },
    { code: 'store', name: 'Läden', isOnline: false, commission: '2.50', openedOn: '2015-05-02' },
    { code: 'phone', name: 'Telephone', isOnline: false, commission: '0.00', openedOn: '2015-05-02' },
    { code: 'marketplace', name: 'Marché en ligne', isOnline: true, commission: '12.75', openedOn: '2023-01-09' },
  ];
}

/** Codes that make an order cheaper; the last one was never used. */
export function makeCoupons(): NewRow<'coupons'>[] {
  return [
    { code: 'WELCOME10', description: 'For a first order', percent: 10, validFrom: '2020-01-01', validUntil: null, regions: [] },
    {
      code: 'SUMMER-24',
      description: 'Sommer ☀️',
      percent: 15,
      validFrom: '2024-06-01',
      validUntil: '2024-08-31',
      regions: ['south', 'west'],
    },
    { code: 'NORDLYS5', description: null, percent: 5, validFrom: '2023-11-01', validUntil: null, regions: ['north'] },
    {
      code: '100% LÖVE',
      description: 'Never sent out',
      percent: 100,
      validFrom: '2025-02-14',
      validUntil: '2025-02-14',
      regions: ['north', 'east'],
    },
  ];
}
