import { randomUUID } from 'node:crypto';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { jobStatus, logLevel } from '../choices.ts';
import type { EventContext, SettingValue } from '../json.ts';
import { now } from './now.ts';

/** Events of the shop's own systems; no user edits them. */
export const eventLogs = sqliteTable(
  'ops_event_log',
  {
    id: integer('id').primaryKey(),
    loggedAt: integer('logged_at', { mode: 'timestamp_ms' }).notNull().default(now),
    level: text('level', { enum: logLevel.values }).notNull(),
    source: text('source', { length: 40 }).notNull(),
    message: text('message').notNull(),
    context: text('context', { mode: 'json' }).$type<EventContext>(),
    traceId: integer('trace_id').$type<bigint>(),
    took: text('took'),
    ip: text('ip'),
  },
  (t) => [index('ops_event_log_logged_idx').on(t.loggedAt), index('ops_event_log_level_idx').on(t.level)],
);

/** How the shop is set. */
export const shopSettings = sqliteTable('ops_setting', {
  key: text('key', { length: 60 }).primaryKey(),
  value: text('value', { mode: 'json' }).$type<SettingValue>(),
  description: text('description'),
  updatedAt: integer('updated_at', { mode: 'timestamp_ms' })
    .notNull()
    .default(now)
    .$onUpdateFn(() => new Date()),
});

/** What runs by itself. */
export const jobs = sqliteTable('ops_job', {
  id: text('id').primaryKey().$defaultFn(randomUUID),
  name: text('name', { length: 60 }).notNull().unique(),
  schedule: text('schedule', { length: 40 }).notNull(),
  status: text('status', { enum: jobStatus.values }).notNull().default('idle'),
  isEnabled: integer('is_enabled', { mode: 'boolean' }).notNull().default(true),
  timeout: text('timeout').notNull(),
  arguments: text('arguments', { mode: 'json' }).$type<string[]>().notNull().default([]),
  apiToken: text('api_token', { length: 64 }),
  lastRunAt: integer('last_run_at', { mode: 'timestamp_ms' }),
  output: text('output'),
});
