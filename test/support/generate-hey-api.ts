/**
 * Generates a client from an OpenAPI document with Hey API: `node generate-hey-api.ts document.json folder`. The generator uses
 * TypeScript's old API, which the repository's own compiler does not have: it is given a compiler that has it.
 */
import { registerHooks } from 'node:module';

const typescript = import.meta.resolve('typescript');
registerHooks({
  resolve: (name, context, next) =>
    name === 'typescript' ? { url: typescript, format: 'commonjs', shortCircuit: true } : next(name, context),
});

const [, , input = '', path = ''] = process.argv;
const { createClient } = await import('@hey-api/openapi-ts');
await createClient({
  input,
  output: { path, module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'warn' },
});
