import type { ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { DataTable, type RaRecord, ReferenceManyField, ShowBase, useRecordContext, useShowContext } from 'react-admin';
import { Cell } from '../../kinds/cell.tsx';
import { rowAddress, useKeyOfPage } from '../../cells/row-link.tsx';
import { fieldStateOf } from '../../form/conditions.ts';
import { FormSection } from '../../form/form-section.tsx';
import { layoutOf } from '../../form/form-layout.ts';
import { kindOf } from '../../kinds/registry.ts';
import { Panel } from '../../layout/panel.tsx';
import { failureOf } from '../../session/failure.ts';
import { capitalized, labelOf, useModelSchemas } from '../../schema/use-schema.ts';
import { WithSchema } from '../../layout/with-schema.tsx';
import { About } from './about.tsx';
import { Activity } from '../history/activity.tsx';
import { ColumnsOfPage } from './columns-of-page.tsx';
import { keyFieldsOf } from '../../schema/key-fields.ts';
import { RowPage } from './row-page.tsx';
import { RowSkeleton } from './row-skeleton.tsx';
import { RowTrouble } from './row-trouble.tsx';
import { ShownField } from '../fields/shown-field.tsx';

/** The page of a row that the user may view and not change. */
export function RowShow() {
  const id = useKeyOfPage();
  return (
    <WithSchema>
      {(schema) => (
        <ShowBase id={id} queryOptions={{ meta: { isWhole: true }, onError: () => undefined }}>
          <Shown schema={schema} />
        </ShowBase>
      )}
    </WithSchema>
  );
}

function Shown({ schema }: { readonly schema: ModelSchema }) {
  const { record, error, refetch } = useShowContext<ServedRecord>();
  const failure = failureOf({ data: record, error });
  return (
    <RowPage schema={schema} hasFailed={failure !== null}>
      {error && <RowTrouble schema={schema} error={error} onRetry={() => void refetch()} />}
      {!failure && (record ? <ShownRow schema={schema} record={record} /> : <RowSkeleton schema={schema} />)}
    </RowPage>
  );
}

/** The fields of a row, where its form has them. Tabs and closed sections are for work, not for reading. */
function ShownRow({ schema, record }: { readonly schema: ModelSchema; readonly record: ServedRecord }) {
  const keys = keyFieldsOf(schema);
  const { sections, aside } = layoutOf(schema, ({ name, editable }) => editable && !keys.has(name));
  const hasAside = aside.some((field) => !field.write_only);
  return (
    <ColumnsOfPage
      aside={
        <>
          {hasAside && <About record={record} fields={aside} isOpen={() => false} />}
          <Activity schema={schema} id={record.id} />
        </>
      }
    >
      {sections.map((section) => (
        <FormSection key={section.key} section={{ ...section, isCollapsed: false }}>
          {({ field }) => {
            if (field.write_only || fieldStateOf(field, (name) => record[name]) === 'hidden') return null;
            return kindOf(field).isSection ? <Cell field={field} record={record} isWhole /> : <ShownField field={field} />;
          }}
        </FormSection>
      ))}
      <Inlines schema={schema} />
    </ColumnsOfPage>
  );
}

/** The rows of child models, read-only. */
function Inlines({ schema }: { readonly schema: ModelSchema }) {
  const record = useRecordContext();
  const children = useModelSchemas(schema.inlines.map(({ model }) => model));
  if (!record) return null;
  return schema.inlines.map(({ model, fk_field: foreignKey, position_field: orderField = 'id' }) => {
    const child = children.get(model);
    if (!child?.permissions.view) return null;
    return (
      <Panel key={model} title={capitalized(child.verbose_name_plural)} label={capitalized(child.verbose_name_plural)} isFlush>
        <Box sx={{ overflowX: 'auto' }}>
          <ReferenceManyField reference={model} target={foreignKey} sort={{ field: orderField, order: 'ASC' }} perPage={200}>
            <ChildTable schema={child} foreignKey={foreignKey} />
          </ReferenceManyField>
        </Box>
      </Panel>
    );
  });
}

function ChildTable({ schema, foreignKey }: { readonly schema: ModelSchema; readonly foreignKey: string }) {
  const fields = schema.fields.filter(({ name }) => schema.list_display.includes(name) && name !== foreignKey);
  return (
    <DataTable bulkActionButtons={false} rowClick={(id) => rowAddress(schema, id)}>
      {fields.map((field) => (
        <DataTable.Col
          key={field.name}
          source={field.name}
          label={labelOf(field)}
          disableSort
          align={kindOf(field).column.align}
          render={(row: RaRecord) => <Cell field={field} record={row} />}
        />
      ))}
    </DataTable>
  );
}
