import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CommandDef, defineCommand, type PositionalArgDef, type StringArgDef } from 'citty';
import { didYouMean } from '../model/build/checks.ts';
import { type AdminArgs, adminArgs, loadAdmin } from './load-admin.ts';
import { run } from './run.ts';
import { UsageError } from './usage-error.ts';

type EjectArgs = AdminArgs & Readonly<Record<'model' | 'page', PositionalArgDef>> & { readonly folder: StringArgDef };

interface Wanted {
  readonly model: string;
  readonly page: string;
  readonly folder: string;
}

const ejectArgs: EjectArgs = {
  ...adminArgs,
  model: { type: 'positional', required: true, description: 'The model, such as sales.Order' },
  page: { type: 'positional', required: true, description: 'Which of its pages: list' },
  folder: { type: 'string', description: 'The folder of the extension (default: admin-ui)', valueHint: 'FOLDER' },
};

/** Writes a page of a model, made of the parts of the kit, into an extension of the dashboard. */
export const ejectCommand: CommandDef<EjectArgs> = defineCommand({
  args: ejectArgs,
  run: ({ args }) =>
    run(async () => {
      const { model, page, folder }: Wanted = { model: args.model, page: args.page, folder: args.folder ?? 'admin-ui' };
      if (page !== 'list') throw new UsageError(`"${page}" can not be ejected: list can.`);
      if (!existsSync(folder)) throw new UsageError(`There is no ${folder}. "grimoire init --ui" writes one, or name it with --folder.`);
      await requireModel(model, args);
      write(folder, model);
    }),
});

async function requireModel(key: string, args: Parameters<typeof loadAdmin>[0]): Promise<void> {
  const admin = await loadAdmin(args);
  try {
    const keys = (await admin.operations.registry()).models.map((model) => model.key);
    if (!keys.includes(key)) throw new UsageError(`There is no model "${key}". ${didYouMean(key, keys)}`);
  } finally {
    await admin.close();
  }
}

function write(folder: string, key: string): void {
  const component = `${key.split('.').at(-1) ?? ''}List`;
  const path = `src/lists/${key}.tsx`;
  const file = join(folder, path);
  if (existsSync(file)) throw new UsageError(`${file} exists. Remove it, or change it as it is.`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, listPage(key, component));
  console.log(`Wrote ${file}.

Use it in src/index.tsx:
  import { ${component} } from './lists/${key}.tsx';
  export default defineExtension({ lists: { '${key}': ${component} } });`);
}

function listPage(key: string, component: string): string {
  return `import { List, ListFilters, ListHead, ListRows, ListViews } from '@grimoire/ui';

/** The list of ${key}. */
export function ${component}() {
  return (
    <List model="${key}">
      <ListHead />
      <ListViews />
      <ListFilters />
      <ListRows />
    </List>
  );
}
`;
}
