import { type FieldTypeName, fieldTypeNames, type FieldWidget } from '@grimoire/protocol';
import { fieldTypes } from '../field-types/all.ts';
import type { OptionPlace } from './check-options.ts';
import { didYouMean } from './checks.ts';

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
  const types = fieldTypeNames.filter((name) => widget && fieldTypes[name].editors?.includes(widget.kind));
  // An editor that no type names is for any.
  if (!widget || types.length === 0) return;
  const at = `${place} widget`;
  if (!types.includes(type))
    problems.add('E037', at, { message: `"${widget.kind}" shows no ${type}.`, cure: `It is for ${types.join(', ')}: leave it out.` });
  else if (hasChoices)
    problems.add('E037', at, { message: `"${widget.kind}" shows no choices.`, cure: 'Leave out `widget` or `choices`.' });
  if (widget.kind !== 'money') return;
  if (widget.minorUnits !== undefined && fieldTypes[type].traits.family !== 'integer') {
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
