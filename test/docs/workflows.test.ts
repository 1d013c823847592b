import { existsSync, globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

// The parser imports JSON without the attribute that Node wants.
const hooks = registerHooks({
  resolve: (specifier, context, next) => ({
    ...next(specifier, context),
    ...(specifier.endsWith('.json') ? { importAttributes: { type: 'json' } } : {}),
  }),
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
hooks.deregister();

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] }>>;
}

/** What GitHub's own parser says against a workflow. */
function mistakes(name: string, content: string): readonly string[] {
  const { context } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

const stepsOf = (path: string): Workflow['jobs'][string]['steps'] =>
  Object.values((parse(read(path)) as Workflow).jobs).flatMap(({ steps }) => steps);

describe.each(workflows)('%s', (path) => {
  it('is a workflow', () => {
    expect(mistakes(path, read(path))).toEqual([]);
    // The parser finds what there is to find.
    expect(mistakes(path, read(path).replace('runs-on', 'run-on'))).not.toEqual([]);
    expect(mistakes(path, read(path).replaceAll('${{ ', '${{ nothing.'))).not.toEqual([]);
  });

  it('names versions of actions', () => {
    for (const { uses } of stepsOf(path)) if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/);
  });

  it('runs scripts that there are', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const commands = stepsOf(path).flatMap(({ run }) => run ?? []);
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) {
      for (const [, script = ''] of command.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(script);
      for (const [, file = ''] of command.matchAll(/bash (\S+)/g)) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    }
  });
});

describe('issue templates', () => {
  it.each(globSync('.github/ISSUE_TEMPLATE/*.md', { cwd: root }))('%s has a name and says what it is for', (path) => {
    const [, head = ''] = /^---\n(.*?)\n---\n/s.exec(read(path)) ?? [];
    expect(parse(head)).toMatchObject({ name: expect.stringMatching(/./), about: expect.stringMatching(/./) });
  });
});
