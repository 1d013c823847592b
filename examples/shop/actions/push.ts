import type { AdminAction } from 'grimoire';

/** Sends a message to the phones of customers: those that are selected, or all. All staff may run it. */
export const sendPush: AdminAction = {
  model: 'crm.Customer',
  codename: null,
  name: 'Send push',
  kind: 'server',
  scope: 'toolbar',
  params: { message: { type: 'TextField', required: true, maxLength: 178 } },
  async run({ input }, rows) {
    // A shop would hand it to its push service here.
    const count = await rows.count();
    return { message: `“${String(input['message'])}” is on its way to ${count === 0 ? 'everybody' : `${count} customers`}.` };
  },
};
