import type { ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { memo } from 'react';
import { useHasInput } from '../../form/field-input.tsx';
import { FormSection } from '../../form/form-section.tsx';
import { layoutOf, type PlacedField } from '../../form/form-layout.ts';
import { kindOf } from '../../kinds/registry.ts';
import { Panel } from '../../layout/panel.tsx';
import { Bar } from '../../loading/bar.tsx';
import { Skeleton } from '../../loading/skeleton.tsx';
import { sizes } from '../../theme/tokens.ts';
import { ColumnsOfPage } from './columns-of-page.tsx';
import { keyFieldsOf, madeKeysOf } from '../../schema/key-fields.ts';
import { t } from '../../texts/text.ts';

interface RowSkeletonProps {
  readonly schema: ModelSchema;
  /** Whether it is a new row, which has nothing that is only shown. */
  readonly isNew?: boolean;
}

/** The fields of a row that is being read, each in its place. */
export const RowSkeleton = memo(function RowSkeleton({ schema, isNew = false }: RowSkeletonProps) {
  const hasInput = useHasInput();
  const keys = isNew ? madeKeysOf(schema) : keyFieldsOf(schema);
  const { tabs, sections, aside } = layoutOf(schema, (field) => hasInput(field) && !keys.has(field.name));
  const shown = sections.filter(({ tab }) => tabs.length === 0 || tab === tabs[0]);
  const beside = isNew ? aside.filter(hasInput) : aside.filter((field) => !field.write_only);
  return (
    <Skeleton text={t('Loading')}>
      <ColumnsOfPage aside={beside.length > 0 && <Aside count={beside.length} />}>
        {tabs.length > 1 && <Bar width={tabs.length * 90} height={24} />}
        {shown.map((section) => (
          <FormSection key={section.key} section={section}>
            {(placed) => <Field {...placed} />}
          </FormSection>
        ))}
        {schema.inlines.map(({ model }) => (
          <Panel key={model} title={<Bar width={110} />}>
            <Bar height={sizes.control} />
          </Panel>
        ))}
      </ColumnsOfPage>
    </Skeleton>
  );
});

function Field({ field }: PlacedField) {
  return (
    <Box sx={{ pt: 1, pb: 0.5, display: 'grid', gap: '9px' }}>
      <Bar width={Math.min(field.verbose_name.length * 7, 140)} height={10} />
      <Bar height={kindOf(field).isWide ? 2 * sizes.control : sizes.control} />
    </Box>
  );
}

function Aside({ count }: { readonly count: number }) {
  return (
    <Panel title={<Bar width={60} />}>
      <Box sx={{ display: 'grid', gridTemplateColumns: '86px minmax(0, 1fr)', gap: '16px 12px' }}>
        {Array.from({ length: count * 2 }, (_, index) => (
          <Bar key={index} width={index % 2 === 0 ? 64 : '70%'} height={10} />
        ))}
      </Box>
    </Panel>
  );
}
