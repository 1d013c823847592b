import { model } from 'grimoire';
import { startService, type TestService } from './service.ts';

/** A word that nothing breaks, and a label that is a sentence. */
export const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);
export const longLabel =
  'The amount that the customer of the branch in the north has agreed to pay before the end of the quarter after next';

const fields = Array.from({ length: 60 }, (_, index) => `field_${index + 1}`);
const menu = Array.from({ length: 300 }, (_, index) => index + 1);

const setup = `
  ${menu.map((number) => `CREATE TABLE kind_${number} (id integer PRIMARY KEY, name text NOT NULL);`).join('\n')}
  CREATE TABLE wide (id integer PRIMARY KEY, name text NOT NULL, ${fields.map((name) => `${name} text`).join(', ')});
  CREATE TABLE "日本語" (id integer PRIMARY KEY, "order" varchar(40) NOT NULL, "group" varchar(40), "名前" text);`;

const wide = model('wide', 'desk.Wide', {
  label: 'name',
  listDisplay: ['name', ...fields.slice(0, 30)],
  searchFields: ['name'],
  fields: { field_1: { label: longLabel }, field_2: { label: unbroken, helpText: unbroken } },
});

/** Values that are hard to lay out, in the order of the fields. */
const values = [
  unbroken,
  `${longLabel}. `.repeat(20),
  'مرحبا بالعالم، هذا نص طويل باللغة العربية (SO-0001)',
  '안녕하세요 세계, 한국어로 된 긴 문장입니다',
  '日本語の長い文章は空白なしで続くので、折り返しが必要です。'.repeat(4),
  '👩‍👩‍👧‍👦🏳️‍🌈🇰🇷👍🏽',
  null,
  '',
];

/** A service with 300 models in its menu, a model of 60 fields, and a table and columns whose names are no English words. */
export async function startLayoutService(): Promise<TestService> {
  const service = await startService({
    dialect: 'sqlite',
    setup,
    models: [
      wide,
      model('日本語', 'desk.日本語', { label: 'order', listDisplay: ['order', 'group', '名前'], searchFields: ['order'] }),
      ...menu.map((number) =>
        model(`kind_${number}`, `${number % 2 === 0 ? 'stock' : 'desk'}.Kind${number}`, {
          label: 'name',
          ...(number === 7 ? { verboseName: unbroken, verboseNamePlural: unbroken } : {}),
        }),
      ),
    ],
    settings: { brand: { name: unbroken, accent: '#5747d1' } },
  });
  const { database } = service;
  const names = [unbroken, 'مرحبا بالعالم (SO-0001)', '👩‍👩‍👧‍👦 日本語'];
  for (const [index, name] of names.entries()) {
    const row = fields.map((_, place) => values[(place + index) % values.length] ?? null);
    await database.query(`INSERT INTO wide VALUES (${['?', '?', ...row.map(() => '?')].join(', ')})`, [index + 1, name, ...row]);
  }
  await database.query('INSERT INTO "日本語" VALUES (1, ?, ?, ?)', ['注文', '', '山田 太郎']);
  await database.query('INSERT INTO "日本語" VALUES (2, ?, ?, ?)', ['طلب', null, '👍🏽']);
  return service;
}
