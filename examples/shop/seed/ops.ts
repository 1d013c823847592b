import type { NewRow } from '../schema/tables.ts';
import { addDays } from './format.ts';
import { Random } from './random.ts';

const messages: Readonly<Record<'debug' | 'info' | 'warning' | 'error', readonly string[]>> = {
  debug: ['Cache warmed', 'Nothing to do', 'Lock taken'],
  info: ['Order confirmed ✅', 'Mail sent', 'Nightly export done', 'Préparation terminée'],
  warning: ['Payment provider was slow', 'Stock below its threshold', 'Retrying…'],
  error: ['Payment refused: "insufficient funds"', 'Mail bounced\nSMTP 550', 'Export failed: disk full 💥'],
};

/** The days over which the first log entries are spread. */
export const logDays = 90;

/** What log entries are made from: how many the first ones are, when the last of these was written, and how many orders they tell of. */
export interface LogSources {
  readonly total: number;
  readonly orders: number;
  readonly until: Date;
}

/** Makes so many log entries, the oldest first. */
export function makeEventLogs(total: number, orders: number, until: Date): NewRow<'eventLogs'>[] {
  const random = new Random('events');
  return Array.from({ length: total }, (_, index) => makeEventLog(random, index + 1, { total, orders, until }));
}

/** Makes one log entry. @param place counts them from 1, and says when it was written. */
export function makeEventLog(random: Random, place: number, { total, orders, until }: LogSources): NewRow<'eventLogs'> {
  const level = random.weighted({ info: 70, debug: 15, warning: 11, error: 4 });
  return {
    id: place,
    loggedAt: addDays(until, (-logDays * (total - place + random.next())) / total),
    level,
    source: random.pick(['checkout', 'mailer', 'warehouse', 'export', 'søk']),
    message: random.pick(messages[level]),
    context: random.maybe(0.6, () => ({
      order: `SO-${String(random.integer(1, orders)).padStart(7, '0')}`,
      attempt: random.integer(1, 5),
    })),
    // Beyond what a JavaScript number holds exactly, as trace ids are.
    traceId: random.maybe(0.9, () => (BigInt(random.integer(0, 0x7fffffff)) << 32n) | BigInt(random.integer(0, 0xfffffff))),
    took: random.maybe(0.7, () => `PT${random.integer(0, 9)}.${random.integer(1, 9)}S`),
    ip: random.maybe(0.5, () => `203.0.113.${random.integer(1, 254)}`),
  };
}

/** The settings of the shop: JSON of every kind. */
export function makeSettings(until: Date): NewRow<'shopSettings'>[] {
  const values: [key: string, value: NewRow<'shopSettings'>['value'], description: string | null][] = [
    ['checkout.guest', true, 'Whether people may buy without an account.'],
    ['checkout.limit', 25_000, 'Largest order in euro.'],
    ['shop.claim', 'Schöne Dinge für drinnen & draußen 🌞', null],
    ['shipping.countries', ['DE', 'FR', 'SE', 'PL'], 'Where parcels go.'],
    ['shipping.rates', { DE: 4.9, SE: 9.5, rest: 14.9, free: { from: 60, except: ['IS'] } }, 'In euro; **net**.'],
    ['shop.closed_until', null, 'Set while the shop is on holiday.'],
    ['mail/footer text', 'Grüße\nIhr Team', 'A key that needs care in an address.'],
  ];
  return values.map(([key, value, description]) => ({ key, value, description, updatedAt: until }));
}

/** What runs by itself. */
export function makeJobs(until: Date): NewRow<'jobs'>[] {
  const random = new Random('jobs');
  const names = ['send-newsletter', 'export-orders', 'import-stock', 'charge-cards', 'clean-carts', 'rebuild-search'];
  return names.map((name, place) => ({
    id: random.uuid(),
    name,
    schedule: random.pick(['*/5 * * * *', '0 3 * * *', '30 6 * * 1']),
    status: random.pick(['idle', 'succeeded', 'failed', 'running'] as const),
    isEnabled: random.chance(0.8),
    timeout: random.pick(['PT30S', 'PT10M', 'PT1H30M', 'P1D']),
    arguments: place % 2 === 0 ? [] : ['--since=yesterday', '--to', 'büro@example.com, lager@example.com'],
    apiToken: random.uuid().replaceAll('-', ''),
    lastRunAt: random.maybe(0.8, () => addDays(until, -random.next())),
    output: random.maybe(0.6, () => `Started\n${random.integer(0, 400)} done, 0 failed ✔`),
  }));
}
