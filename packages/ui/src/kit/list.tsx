import type { ModelSchema } from '@grimoire/protocol';
import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { ListBody, ListOf, ListTools, ListTop } from '../list/page/model-list.tsx';
import { ViewsBar } from '../list/views/views-bar.tsx';
import { WithSchema } from '../layout/with-schema.tsx';

/** The props of {@link List}. */
export interface ListProps {
  readonly model: string;
  /** {@link ListHead}, {@link ListViews}, {@link ListFilters}, {@link ListRows}, and what is your own between them. */
  readonly children: ReactNode;
}

/** The list of a model, as the dashboard has it: what it shows is in its address. */
export function List({ model, children }: ListProps): ReactElement {
  return (
    <ResourceContextProvider value={model}>
      <WithSchema>
        {(schema) => (
          <SchemaContext value={schema}>
            <ListOf key={schema.model} schema={schema}>
              {children}
            </ListOf>
          </SchemaContext>
        )}
      </WithSchema>
    </ResourceContextProvider>
  );
}

const SchemaContext = createContext<ModelSchema | null>(null);

function useListSchema(): ModelSchema {
  const schema = useContext(SchemaContext);
  if (!schema) throw new Error('The parts of a list stand in a List.');
  return schema;
}

/** The props of {@link ListHead}. */
export interface ListHeadProps {
  /** The heading; by default the name of the model. */
  readonly title?: string;
  /** Before the buttons that the list has. */
  readonly actions?: ReactNode;
}

/** The heading with the number of rows, and what can be done: actions, the export, a new row. */
export function ListHead({ title, actions }: ListHeadProps): ReactElement {
  return <ListTop schema={useListSchema()} title={title} actions={actions} />;
}

/** The saved views. */
export function ListViews(): ReactElement {
  return <ViewsBar schema={useListSchema()} />;
}

/** The search, the filters, the order and the columns. */
export function ListFilters(): ReactElement {
  return <ListTools schema={useListSchema()} />;
}

/** The rows with their pages, and what is done to those that are ticked. */
export function ListRows(): ReactElement {
  return <ListBody schema={useListSchema()} />;
}
