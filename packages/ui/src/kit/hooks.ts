import type { Client, Filters } from '@grimoire/client';
import type { ModelSchema } from '@grimoire/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useGetIdentity, useNotify as useAdminNotify } from 'react-admin';
import { useNavigate as useRouterNavigate } from 'react-router-dom';
import { useReloadPage } from '../layout/reload-page.ts';
import { useHasRight, useModelSchema } from '../schema/use-schema.ts';
import { useService } from '../session/service.ts';
import type { Right, RowValues } from '../extension/extension.ts';
import { translated } from '../texts/text.ts';

/** In the keys of the queries of extensions. */
const ofKit = 'kit';

/** The models of an untyped client. */
type AnyModels = Readonly<Record<string, RowValues>>;

/** The client of the dashboard, with the session of its user. @example useClient<ModelsOf<typeof admin>>() */
export function useClient<Models extends object = AnyModels>(): Client<Models> {
  // Only the compiler tells clients of different models apart.
  return useService().client as unknown as Client<Models>;
}

/** Writes a text in the language of the page, by `translations` of the extension. @example text('%{count} poor reviews', { count: 3 }) */
export function useText(): (text: string, values?: Readonly<Record<string, string | number>>) => string {
  return translated;
}

/** The user who is signed in. */
export interface User {
  /** Null until it is known. */
  readonly id: string | number | null;
  readonly name: string;
}

/** The user who is signed in. */
export function useUser(): User {
  const { identity } = useGetIdentity();
  return { id: identity?.id ?? null, name: identity?.fullName ?? '' };
}

/** Asks whether the user has a right on a model. @example may('sales.Order', 'change') */
export function useMay(): (model: string, right: Right) => boolean {
  return useHasRight();
}

/** What is known of something that is read. */
export interface Reading<Data> {
  /** Undefined until it is read. */
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Reads it again. */
  readonly reload: () => void;
}

/** The schema of a model. */
export function useSchema(model: string): Reading<ModelSchema> {
  return readingOf(useModelSchema(model));
}

/** The rows of a page of a list. */
export interface Rows<Row = RowValues> {
  readonly rows: readonly Row[];
  readonly count: number;
  /** Whether `count` is exact; otherwise it is an estimate. */
  readonly isCountExact: boolean;
}

/** Rows of a model. @param filters as those of `client.model(…).list(…)` */
export function useRows<Row extends object = RowValues>(model: string, filters: Filters<RowValues> = {}): Reading<Rows<Row>> {
  const { client } = useService();
  return readingOf(
    useQuery({
      queryKey: [model, 'getList', ofKit, filters],
      queryFn: async ({ signal }) => {
        const page = await client.model(model).list(filters, { signal });
        return { rows: page.results as unknown as readonly Row[], count: page.count, isCountExact: page.count_exact };
      },
    }),
  );
}

/** One row of a model. */
export function useRow<Row extends object = RowValues>(model: string, id: string | number): Reading<Row> {
  const { client } = useService();
  return readingOf(
    useQuery({
      queryKey: [model, 'getOne', ofKit, String(id)],
      queryFn: async ({ signal }) => (await client.model(model).get(id, { signal })).row as unknown as Row,
    }),
  );
}

/** Reads what is on the page again, after rows have been written. What was entered in the form of a row and is not saved stays. */
export function useReload(): () => void {
  const reloadPage = useReloadPage();
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(ofKit) });
    reloadPage();
  };
}

/** Goes to an address of the dashboard: `/sales.Order/7`, `/pages/delivery`. */
export function useNavigate(): (to: string) => void {
  const navigate = useRouterNavigate();
  return (to) => void navigate(to);
}

/** What a message says of what was done. */
export type NoticeTone = 'info' | 'good' | 'warning' | 'bad';

const noticeTypes = { info: 'info', good: 'success', warning: 'warning', bad: 'error' } as const;

/** Shows a message to the user for some seconds. */
export function useNotice(): (text: string, tone?: NoticeTone) => void {
  const notify = useAdminNotify();
  return (text, tone = 'info') => notify(text, { type: noticeTypes[tone] });
}

interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly refetch: () => Promise<unknown>;
}

function readingOf<Data>({ data, error, isPending, refetch }: Query<Data>): Reading<Data> {
  return { data, error, isPending, reload: () => void refetch() };
}
