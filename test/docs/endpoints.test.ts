import { expect, it } from 'vitest';
import type { Endpoint } from '../../packages/server/src/http/endpoint.ts';
import { endpoints } from '../../packages/server/src/admin/features.ts';

const intro = `# Endpoints

The endpoints of the service, below its base path, as their declarations in \`packages/server/src\` say. This page is written
and compared by \`test/docs/endpoints.test.ts\`. What each endpoint takes and returns is in the OpenAPI document of the service
(\`GET /openapi.json\`; \`GET /docs/\` shows it), limited to what the signed-in user may request; \`who-may-do-what.md\` lists the status of each
request for users with different permissions.

- Who: \`public\` any client; \`staff\` a signed-in member of staff; \`model\` and \`row\` a member of staff who holds a permission on the model of
  the path, or may run one of its actions: for other users, there is no such path.
- Right: what the user must be permitted on the model, before parameters and body are read. "depends" means that the body or the action
  decides.
- An unknown query parameter is a 400, except where the parameters are "ignored".
- Headers: \`If-Match\` and \`Idempotency-Key\` are read by these endpoints only.`;

const headers: Readonly<Record<Endpoint['handler']['kind'], string>> = {
  respond: '',
  'write row': '`If-Match`',
  'execute once': '`Idempotency-Key`',
};

function rightOf({ right, input }: Endpoint): string {
  if (typeof right === 'string') return `\`${right}\``;
  return right !== null || input ? 'depends' : '';
}

it('is the page of all endpoints', async () => {
  const rows = endpoints.map((endpoint) => [
    endpoint.method,
    `\`${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}${endpoint.path.endsWith('.json') ? '' : '/'}\``,
    endpoint.access,
    rightOf(endpoint),
    endpoint.parameters.label,
    endpoint.body.isExpected ? 'JSON' : '',
    headers[endpoint.handler.kind],
  ]);
  const all = [['Method', 'Path', 'Who', 'Right', 'Parameters', 'Body', 'Headers'], ...rows];
  const widths = (all[0] ?? []).map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const table = [line(all[0] ?? []), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
  await expect(`${intro}\n\n${table}\n`).toMatchFileSnapshot('../../docs/reference/endpoints.md');
});
