import type { ActionOutcome, WriteOptions } from '@grimoire/client';
import type { ActionParams, GrimoireDataProvider } from '@grimoire/client/react-admin';
import type { ActionReport, ActionSchema, Key, Preview } from '@grimoire/protocol';

/** The rows on which an action runs: these, all that the list's filters match, or none. */
export type Target =
  | { readonly kind: 'rows'; readonly ids: readonly Key[] }
  | { readonly kind: 'all'; readonly filter: Readonly<Record<string, unknown>>; readonly count: number; readonly isExact: boolean }
  /** A list beside it may show a part of its rows, or have some that are ticked: nothing of that limits the action. */
  | { readonly kind: 'none'; readonly isListNarrowed: boolean };

/** The handlers that a host application registers for its `client` actions, by model and name. */
export type ClientAction = (target: { readonly ids: readonly Key[]; readonly filter: unknown }) => unknown;

declare global {
  interface Window {
    grimoireActions?: Readonly<Record<string, Readonly<Record<string, ClientAction>>>>;
  }
}

/** The host application's handler of an action. */
export function clientActionOf(model: string, name: string): ClientAction | undefined {
  return window.grimoireActions?.[model]?.[name];
}

/** Whether the action is shown: not if the user may not run it, and not if it is a client action without a registered handler. */
export function isOffered(model: string, action: ActionSchema): boolean {
  return action.allowed && (action.kind === 'server' || clientActionOf(model, action.name) !== undefined);
}

/** The parameters of a run. */
interface Run {
  readonly dataProvider: Pick<GrimoireDataProvider, 'run' | 'previewAction'>;
  readonly target: Target;
  readonly input: object | undefined;
  readonly options: Omit<WriteOptions, 'ifMatch' | 'signal'>;
}

/** Runs an action of the service. */
export function runAction(model: string, name: string, run: Run): Promise<ActionOutcome> {
  return run.dataProvider.run(model, name, paramsOf(run));
}

/** What an action of the service would do. */
export function tryAction(model: string, name: string, run: Run): Promise<Preview> {
  return run.dataProvider.previewAction(model, name, paramsOf(run));
}

function paramsOf({ target, input, options }: Run): ActionParams {
  const rows = target.kind === 'rows' ? { ids: [...target.ids] } : target.kind === 'all' ? { filter: target.filter } : {};
  return { ...rows, ...(input === undefined ? {} : { input }), ...options };
}

/**
 * Saves a file on the user's computer, under the name that the service gave it.
 * @param onProgress called with the number of bytes that have arrived.
 */
export async function saveFile({ file }: Extract<ActionOutcome, { kind: 'file' }>, onProgress?: (bytes: number) => void): Promise<void> {
  const content = file.body && onProgress ? new Response(file.body.pipeThrough(counted(onProgress))).blob() : file.blob();
  const address = URL.createObjectURL(await content);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function counted(onProgress: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  let received = 0;
  return new TransformStream({
    transform(chunk: Uint8Array<ArrayBuffer>, controller) {
      received += chunk.byteLength;
      onProgress(received);
      controller.enqueue(chunk);
    },
  });
}

/** The report on rows that failed, if the result has one. */
export function failuresOf(result: object): ActionReport | null {
  return 'failed' in result && Array.isArray(result.failed) && result.failed.length > 0 ? (result as ActionReport) : null;
}
