import type { FieldTypeName, FieldWidget } from '@grimoire/protocol';
import type { OptionPlace } from './check-options.ts';
import { didYouMean } from './checks.ts';

const numbers: readonly FieldTypeName[] = [
  'DecimalField',
  'FloatField',
  'IntegerField',
  'SmallIntegerField',
  'BigIntegerField',
  'PositiveIntegerField',
];
const wholeNumbers: ReadonlySet<FieldTypeName> = new Set(numbers.filter((type) => type.includes('Integer')));
const texts: readonly FieldTypeName[] = ['CharField', 'TextField'];

/** The field types of each field editor; null is any, for the editors that have never been checked. */
const typesOf = {
  password: null,
  permissions: null,
  model: null,
  row: null,
  changes: null,
  money: numbers,
  progress: numbers,
  color: texts,
  link: texts,
  email: texts,
  phone: texts,
  image: [...texts, 'URLField', 'FileField', 'ImageField'],
  markdown: texts,
  code: texts,
  own: null,
} satisfies Record<FieldWidget['kind'], readonly FieldTypeName[] | null>;

/** A field with its editor (the option `widget`), for {@link checkFieldEditor}. */
export interface EditorUse {
  readonly widget: FieldWidget | undefined;
  readonly type: FieldTypeName;
  readonly hasChoices: boolean;
  /** The fields of the same row that the editor may name, each with whether users may see it. */
  readonly beside: ReadonlyMap<string, { readonly isHidden: boolean }>;
}

/** Reports a field editor (the option `widget`) that does not take the field type, and one that names a field which does not exist. */
export function checkFieldEditor({ widget, type, hasChoices, beside }: EditorUse, { place, problems }: OptionPlace): void {
  const types = widget && typesOf[widget.kind];
  if (!types) return;
  const at = `${place} widget`;
  if (!types.includes(type))
    problems.add('E037', at, { message: `"${widget.kind}" shows no ${type}.`, cure: `It is for ${types.join(', ')}: leave it out.` });
  else if (hasChoices)
    problems.add('E037', at, { message: `"${widget.kind}" shows no choices.`, cure: 'Leave out `widget` or `choices`.' });
  if (widget.kind !== 'money') return;
  if (widget.minorUnits !== undefined && !wholeNumbers.has(type)) {
    const cure = 'Leave it out: the number has its decimal places itself.';
    problems.add('E037', `${at} minorUnits`, { message: `A ${type} holds no whole numbers.`, cure });
  }
  if (typeof widget.currency === 'string') return;
  const { field } = widget.currency;
  const currency = beside.get(field);
  if (!currency) problems.add('E010', `${at} currency`, { message: `"${field}" is none.`, cure: didYouMean(field, beside.keys()) });
  else if (currency.isHidden)
    problems.add('E014', `${at} currency`, {
      message: `"${field}" is.`,
      cure: 'Name a field that users see, or a currency such as "EUR".',
    });
}
