import { bigint, boolean, index, inet, interval, jsonb, pgTable, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import type { EventContext, SettingValue } from '../json.ts';
import { jobStatusEnum, logLevelEnum } from './types.ts';

/** Events of the shop's own systems; no user edits them. */
export const eventLogs = pgTable(
  'ops_event_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    loggedAt: timestamp('logged_at', { withTimezone: true }).notNull().defaultNow(),
    level: logLevelEnum('level').notNull(),
    source: varchar('source', { length: 40 }).notNull(),
    message: text('message').notNull(),
    context: jsonb('context').$type<EventContext>(),
    traceId: bigint('trace_id', { mode: 'bigint' }),
    took: interval('took'),
    ip: inet('ip'),
  },
  (t) => [index('ops_event_log_logged_idx').on(t.loggedAt), index('ops_event_log_level_idx').on(t.level)],
);

/** How the shop is set. */
export const shopSettings = pgTable('ops_setting', {
  key: varchar('key', { length: 60 }).primaryKey(),
  value: jsonb('value').$type<SettingValue>(),
  description: text('description'),
  updatedAt: timestamp('updated_at', { withTimezone: true })
    .notNull()
    .defaultNow()
    .$onUpdateFn(() => new Date()),
});

/** What runs by itself. */
export const jobs = pgTable('ops_job', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: varchar('name', { length: 60 }).notNull().unique(),
  schedule: varchar('schedule', { length: 40 }).notNull(),
  status: jobStatusEnum('status').notNull().default('idle'),
  isEnabled: boolean('is_enabled').notNull().default(true),
  timeout: interval('timeout').notNull(),
  arguments: text('arguments').array().notNull().default([]),
  apiToken: varchar('api_token', { length: 64 }),
  lastRunAt: timestamp('last_run_at', { withTimezone: true }),
  output: text('output'),
});
