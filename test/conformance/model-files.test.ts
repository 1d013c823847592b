import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { model, modelFiles, modelsOf } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
let base: string;

beforeAll(() => {
  folder = mkdtempSync(join(import.meta.dirname, '..', 'tmp-models-'));
  base = pathToFileURL(join(folder, 'grimoire.config.ts')).href;
  const files = {
    'sales/order.models.ts': `import { model } from 'grimoire'; export const limit = 3; export const orders = model('orders', 'sales.Order');`,
    'crm/customer.models.ts': `import { model } from 'grimoire'; export default [model('customer', 'crm.Customer'), model('note', 'crm.Note')];
      export { orders } from '../sales/order.models.ts';`,
    'crm/other.ts': `throw new Error('imported');`,
    'empty/none.models.ts': `export const limit = 3;`,
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('models in files of their own', () => {
  it('are those that the files export, each once, in the order of the files', async () => {
    const found = await modelFiles('{crm,sales}/*.models.ts', base);
    expect(found.map(({ key }) => key)).toEqual(['crm.Customer', 'crm.Note', 'sales.Order']);
  });

  it('names a file without a model, and a pattern without a file', async () => {
    await expect(modelFiles('**/*.models.ts', base)).rejects.toThrow(/empty.none\.models\.ts exports no model/);
    await expect(modelFiles('**/*.model.ts', base)).rejects.toThrow(/No file matches/);
  });

  it('are found among other exports of modules, also beside tables with columns that are called like its parts', () => {
    const table = sqliteTable('t', { source: integer(), key: text(), config: text() });
    const one = model(table, 'a.T');
    expect(modelsOf({ a: { table, one, limit: 3 } })).toEqual([one]);
    expect(() => modelsOf({ a: { table } })).toThrow('a exports no model');
  });
});
