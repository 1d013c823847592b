import type { ActionOutcome } from '@grimoire/client';
import type { GrimoireDataProvider } from '@grimoire/client/react-admin';
import type { ActionReport, ActionSchema, Key } from '@grimoire/protocol';

/** Rows that an action is to run on: these, all that the list's filters match, or none. */
export type Target =
  | { readonly kind: 'rows'; readonly ids: readonly Key[] }
  | { readonly kind: 'all'; readonly filter: Readonly<Record<string, unknown>>; readonly count: number }
  | { readonly kind: 'none' };

/** What a host registers for its `client` actions, by model and name. */
export type ClientAction = (target: { readonly ids: readonly Key[]; readonly filter: unknown }) => unknown;

declare global {
  interface Window {
    grimoireActions?: Readonly<Record<string, Readonly<Record<string, ClientAction>>>>;
  }
}

/** The host's handler of an action. */
export function clientActionOf(model: string, name: string): ClientAction | undefined {
  return window.grimoireActions?.[model]?.[name];
}

/** Whether a person is to see it: what they may not run, and what nobody handles here, is not shown. */
export function isOffered(model: string, action: ActionSchema): boolean {
  return action.allowed && (action.kind === 'server' || clientActionOf(model, action.name) !== undefined);
}

/** How an action is to be run. */
interface Run {
  readonly dataProvider: Pick<GrimoireDataProvider, 'run'>;
  readonly target: Target;
  readonly input: object | undefined;
  /** What is sent again under one key is done once. */
  readonly idempotencyKey: string;
}

/** Runs an action of the service. */
export function runAction(model: string, name: string, { dataProvider, target, input, idempotencyKey }: Run): Promise<ActionOutcome> {
  const rows = target.kind === 'rows' ? { ids: [...target.ids] } : target.kind === 'all' ? { filter: target.filter } : {};
  return dataProvider.run(model, name, { ...rows, ...(input === undefined ? {} : { input }), idempotencyKey });
}

/** Hands a file to the person, under the name that it came with. */
export async function saveFile({ file }: Extract<ActionOutcome, { kind: 'file' }>): Promise<void> {
  const address = URL.createObjectURL(await file.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** What a result says of rows that failed, where it says it. */
export function failuresOf(result: object): ActionReport | null {
  return 'failed' in result && Array.isArray(result.failed) && result.failed.length > 0 ? (result as ActionReport) : null;
}
