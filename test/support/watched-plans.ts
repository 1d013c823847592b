import { type AdminOptions, defineAdmin, postgres } from 'grimoire';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { hostPool } from './host-pool.ts';
import { type Client, clientOf, password, type TestService } from './service.ts';

/** A node of a plan, as `auto_explain` logs it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A second admin over the database of a test, whose plans are read as the server has run them. */
export interface WatchedPlans {
  /** The plans since they were last cleared. */
  readonly plans: PlanNode[];
  /** Signs a user of the database in. */
  signIn(username: string): Promise<Client>;
}

/** The nodes of a plan. */
export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/**
 * Starts an admin that ends with the test.
 * @param settings of its connections, `name=value` each.
 */
export function watchPlans(service: TestService, models: AdminOptions['models'], settings: readonly string[]): WatchedPlans {
  const plans: PlanNode[] = [];
  const explain = ['session_preload_libraries=auto_explain', 'auto_explain.log_min_duration=0', 'auto_explain.log_format=json'];
  const pool = hostPool(service.database.address, {
    max: 1,
    options: [...settings, ...explain, 'client_min_messages=log'].map((option) => `-c ${option}`).join(' '),
  });
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const [, json] = /plan:\s*(\{[\s\S]*\})/.exec(message) ?? [];
      if (json !== undefined) plans.push((JSON.parse(json) as { readonly Plan: PlanNode }).Plan);
    });
  });
  const secret = 'a secret of the tests that is long';
  const admin = defineAdmin({
    database: postgres({ pool }),
    ...(models ? { models } : {}),
    settings: { secret, logger: pino({ level: 'silent' }) },
  });
  onTestFinished(async () => {
    await admin.close();
    await pool.end();
  });
  const signIn = async (username: string): Promise<Client> => {
    const { access } = (await clientOf(admin, null).post('/auth/login/', { username, password })).body;
    return clientOf(admin, access);
  };
  return { plans, signIn };
}
