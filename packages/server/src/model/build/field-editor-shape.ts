import { codeLanguages, type FieldWidget } from '@grimoire/protocol';
import { z } from 'zod';
import { didYouMean } from './checks.ts';

const name = z.string().min(1, 'Expected a text that is not empty.');

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const currency = z.custom((value) => isCurrency(value) || z.strictObject({ field: name }).safeParse(value).success, {
  error: ({ input }) =>
    `${JSON.stringify(input) ?? 'This'} is no currency. Write a code of ISO 4217 such as "EUR", or { field } with the name of a field of the same row.`,
});

function isCurrency(value: unknown): boolean {
  return typeof value === 'string' && currencies.has(value);
}

/** The options of each kind of field editor, beside `kind`. If one of the type is missing here, the compiler reports an error. */
const options = {
  password: {},
  permissions: {},
  model: {},
  row: { model: name, key: name },
  changes: { model: name },
  'change-set': {},
  money: { currency, minorUnits: z.int().min(1).max(18).optional() },
  progress: { max: z.number().positive().optional() },
  color: {},
  link: {},
  email: {},
  phone: {},
  image: { shape: z.enum(['square', 'round']).optional() },
  markdown: {},
  code: { language: z.enum(codeLanguages) },
  own: { name, options: z.record(z.string(), z.json()).optional() },
} satisfies Record<FieldWidget['kind'], Readonly<Record<string, z.ZodType>>>;

/** The kinds of field editors. */
export const editorKinds: readonly FieldWidget['kind'][] = Object.keys(options) as FieldWidget['kind'][];

/** The option `widget` of a field or a parameter: its field editor. */
export const widget: z.ZodType = z.unknown().superRefine((value, context) => {
  const kind: unknown = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  const own = Object.entries(options).find(([editor]) => editor === kind)?.[1];
  if (!own) {
    const message = `${JSON.stringify(kind) ?? 'This'} is no kind of widget. ${didYouMean(String(kind), editorKinds)}`;
    return context.addIssue({ code: 'custom', path: ['kind'], message });
  }
  const { error } = z.strictObject({ kind: z.string(), ...own }).safeParse(value);
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path: [...path], message });
});
