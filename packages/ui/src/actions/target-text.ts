import type { ModelSchema } from '@grimoire/protocol';
import { rowsText } from '../texts/count-text.ts';
import type { Target } from './run-action.ts';
import { t } from '../texts/text.ts';

/** The rows on which an action will run. */
export function rowsOf(schema: ModelSchema, target: Target): string {
  if (target.kind === 'none') return t('It takes no rows of this list: filters, search and ticks do not limit it.');
  if (target.kind === 'all') return t('It runs on all %{rows} that match.', { rows: rowsText(schema, target.count, target.isExact) });
  return t('It runs on %{rows}.', { rows: rowsText(schema, target.ids.length) });
}
