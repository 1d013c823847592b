import type { Diff, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { Side } from '../kinds/diff-table.tsx';
import { kindOf } from '../kinds/registry.ts';
import { labelOf } from '../schema/use-schema.ts';
import { shownIn, t } from '../texts/text.ts';

/** The most fields that are named in one line. */
const most = 3;

/** What is changed of a row, in one line: “Status: New → Paid”. What nobody edits is named only where there is nothing else. */
export function ChangeLine({ diff, schema }: { readonly diff: Diff; readonly schema: ModelSchema | undefined }) {
  const all = Object.entries(diff).flatMap(([name, sides]) => {
    const field = schema?.fields.find((one) => one.name === name);
    return field ? [{ field, before: sides[0], after: sides[1] }] : [];
  });
  const edited = all.filter(({ field }) => field.editable);
  const changes = edited.length > 0 ? edited : all;
  if (!schema || changes.length === 0) return null;
  const arrow = shownIn().direction === 'rtl' ? ' ← ' : ' → ';
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {changes.slice(0, most).map(({ field, before, after }, index) => (
        <Box component="span" key={field.name} sx={index > 0 ? { ml: 1.5 } : {}}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {labelOf(field)}:{' '}
          </Box>
          <Side schema={schema} name={field.name} value={before} kindOf={kindOf} isWhole={false} />
          {arrow}
          <Box component="span" sx={{ fontWeight: 550 }}>
            <Side schema={schema} name={field.name} value={after} kindOf={kindOf} isWhole={false} />
          </Box>
        </Box>
      ))}
      {changes.length > most && ` ${t('and %{number} more', { number: changes.length - most })}`}
    </Box>
  );
}
