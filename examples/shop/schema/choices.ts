/** A value as it is stored and the text that people read. */
interface Labelled<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** The values of a choice, and the same with their labels. */
interface Choices<Value extends string> {
  /** In the form that Drizzle's enums take. */
  readonly values: readonly [Value, ...Value[]];
  readonly labelled: readonly Labelled<Value>[];
}

function choices<const Labels extends Readonly<Record<string, string>>>(labels: Labels): Choices<keyof Labels & string> {
  const labelled = Object.entries(labels).map(([value, label]) => ({ value: value as keyof Labels & string, label }));
  return { values: labelled.map(({ value }) => value) as [keyof Labels & string, ...(keyof Labels & string)[]], labelled };
}

export const productStatus = choices({ draft: 'Draft', active: 'On sale', paused: 'Paused', discontinued: 'Discontinued' });

export const region = choices({ north: 'North', south: 'South', east: 'East', west: 'West' });

export const addressKind = choices({ billing: 'Billing', shipping: 'Shipping' });

export const orderStatus = choices({
  new: 'New',
  paid: 'Paid',
  packed: 'Packed',
  shipped: 'On its way',
  completed: 'Completed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
});

export const currency = choices({ EUR: 'Euro (€)', SEK: 'Swedish krona (kr)', CHF: 'Swiss franc (Fr.)', GBP: 'Pound sterling (£)' });

export const paymentMethod = choices({
  card: 'Card',
  transfer: 'Bank transfer',
  invoice: 'On account',
  wallet: 'Wallet',
  voucher: 'Gift voucher 🎁',
});

export const movementKind = choices({ inbound: 'Goods in', outbound: 'Goods out', adjustment: 'Correction', returned: 'Return' });

export const logLevel = choices({ debug: 'Debug', info: 'Info', warning: 'Warning', error: 'Error' });

export const jobStatus = choices({ idle: 'Idle', running: 'Running', succeeded: 'Succeeded', failed: 'Failed' });
