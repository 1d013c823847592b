import { model } from 'grimoire';
import { jobStatus, logLevel } from '../schema/choices.ts';
import type { ShopTables } from '../schema/tables.ts';

/** What keeps the shop running. */
export function opsModels(tables: ShopTables) {
  return [
    model(tables.eventLogs, 'ops.EventLog', {
      verboseName: 'event',
      verboseNamePlural: 'event log',
      readonly: true,
      label: 'source',
      listDisplay: ['loggedAt', 'level', 'source', 'took', 'ip', 'traceId'],
      searchFields: ['message', 'source'],
      listFilter: ['level', 'source', 'loggedAt'],
      ordering: ['-loggedAt'],
      fields: {
        id: { type: 'BigAutoField' },
        level: { choices: logLevel.labelled },
        message: { type: 'TextField' },
        traceId: { type: 'BigIntegerField', label: 'trace' },
        took: { type: 'DurationField' },
        ip: { type: 'GenericIPAddressField', label: 'IP address' },
      },
    }),
    model(tables.shopSettings, 'ops.Setting', { label: 'key', searchFields: ['key', 'description'], ordering: ['key'] }),
    model(tables.jobs, 'ops.Job', {
      searchFields: ['name'],
      listFilter: ['status', 'isEnabled'],
      ordering: ['name'],
      readonlyFields: ['status', 'lastRunAt', 'output'],
      fields: {
        id: { type: 'UUIDField' },
        name: { type: 'SlugField' },
        schedule: { helpText: 'As cron writes it.' },
        status: { choices: jobStatus.labelled },
        timeout: { type: 'DurationField' },
        arguments: { type: 'ArrayField' },
        output: { type: 'TextField' },
      },
    }),
  ];
}
