import type { Action, ActionOptions, AdminAction, BareAction } from '../config/action.ts';
import { didYouMean, type Problems } from './checks.ts';
import type { AdminConfig } from '../config/config.ts';
import type { ActionNeed, ModelAction } from '../model-action.ts';
import { wordsOf } from '../naming.ts';
import type { Exporting } from './registry-input.ts';
import { checkParams, type ModelKeys, paramFields } from './params.ts';

/** The default time limits of a run, in seconds. */
const timeLimits = { file: 600, other: 60 } as const;

/** The sources of a model's actions. */
export interface ActionSources {
  /** Key of the model. */
  readonly model: string;
  readonly config: AdminConfig;
  /** Every entry of `adminActions`. */
  readonly adminActions: readonly AdminAction[];
  /** The models that a foreign key of an action's input may reference. */
  readonly keys: ModelKeys;
  /** What is known of exports; undefined where nothing is exported. */
  readonly exporting: Pick<Exporting, 'isExport' | 'readsRows'> | undefined;
}

/** The path segment of an entry: its codename, or its name in snake case (CONTRACT §7). */
export function keyOfEntry({ codename, name }: AdminAction): string {
  return codename ?? wordsOf(name).join('_').toLowerCase();
}

/** The label of every declared action, by its key. */
export function actionLabels(
  models: readonly { readonly config: AdminConfig }[],
  adminActions: readonly AdminAction[],
): ReadonlyMap<string, string> {
  const own = models.flatMap(({ config }) => Object.entries(config.actions ?? {}));
  return new Map([
    ...own.map(([key, declared]) => [key, asAction(declared).label ?? labelOf(key)] as const),
    ...adminActions.map((entry) => [keyOfEntry(entry), entry.name] as const),
  ]);
}

/** The actions of a model, those of its config first; problems of an action are reported. */
export function buildActions({ model, config, adminActions, keys, exporting }: ActionSources, problems: Problems): ModelAction[] {
  const entries = new Map<string, AdminAction>();
  for (const entry of adminActions.filter((candidate) => candidate.model === model)) {
    const key = keyOfEntry(entry);
    if (entries.has(key)) problems.add('E051', `adminActions ${model} ${key}`, { message: `"${key}" stands twice.`, cure: 'Rename one.' });
    entries.set(key, entry);
  }
  const place = { model, keys, exporting, problems };
  const own = Object.entries(config.actions ?? {}).map(([key, declared]) => [key, asAction(declared)] as const);
  const merged = own.map(([key, declared]) => mergedAction(key, declared, entries.get(key), place));
  const ownKeys = new Set(own.map(([key]) => key));
  const others = Array.from(entries).filter(([key]) => !ownKeys.has(key));
  return [...merged, ...others.map(([key, entry]) => mergedAction(key, undefined, entry, place))];
}

function asAction(declared: Action | BareAction): Action {
  if (typeof declared !== 'function') return declared;
  const { label, destructive } = declared;
  return { run: declared, ...(label === undefined ? {} : { label }), ...(destructive === undefined ? {} : { destructive }) };
}

interface Place extends Pick<ActionSources, 'model' | 'keys' | 'exporting'> {
  readonly problems: Problems;
}

function mergedAction(key: string, own: Action | undefined, entry: AdminAction | undefined, place: Place): ModelAction {
  checkAction(key, own, entry, place);
  const options: ActionOptions = { ...own, ...definedOnly(entry) };
  const returnsFile = options.returns === 'file';
  const run = entry?.run ?? own?.run ?? null;
  return {
    key,
    label: entry?.name ?? own?.label ?? labelOf(key),
    destructive: options.destructive ?? false,
    confirm: options.confirm,
    irreversible: options.irreversible,
    needsReason: options.reason === true,
    variant: options.variant,
    scope: entry?.scope ?? own?.scope ?? 'bulk',
    kind: entry?.kind ?? 'server',
    params: paramFields(options.params ?? {}, place.keys),
    needs: needsOf(entry),
    returnsFile,
    isSafeToTry: options.preview === 'safe',
    timeLimit: 1000 * (options.timeLimit ?? (returnsFile ? timeLimits.file : timeLimits.other)),
    run,
    readsRows: run !== null && place.exporting?.readsRows(run) === true,
    isExport: entry !== undefined && place.exporting?.isExport(entry) === true,
    isBuiltIn: false,
  };
}

/** The options that an entry sets itself; they override those of the config's action. */
function definedOnly(entry: AdminAction | undefined): ActionOptions {
  return Object.fromEntries(Object.entries(entry ?? {}).filter(([, value]) => value !== undefined));
}

function needsOf(entry: AdminAction | undefined): ActionNeed {
  if (!entry) return 'change';
  return entry.codename === null ? 'staff' : { codename: entry.codename };
}

/** Example: `exportCsv` becomes "Export csv". */
function labelOf(key: string): string {
  const text = wordsOf(key).join(' ').toLowerCase();
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` || key;
}

function checkAction(key: string, own: Action | undefined, entry: AdminAction | undefined, { model, keys, problems }: Place): void {
  const place = own ? `${model} actions.${key}` : `adminActions ${model} ${key}`;
  if (!/^[\w-]{1,100}$/.test(key)) {
    problems.add('E055', place, { message: `"${key}" is none.`, cure: 'Use up to 100 letters, digits, "_" and "-" of ASCII.' });
  }
  const { timeLimit } = entry ?? own ?? {};
  if (timeLimit !== undefined && !(timeLimit > 0 && timeLimit <= 86_400))
    problems.add('E056', place, { message: `${timeLimit} is none.`, cure: 'Give seconds, up to 86,400.' });
  checkParams(entry?.params ?? own?.params ?? {}, keys, place, problems);
  if (entry) checkEntry(entry, { own, place, problems });
}

interface EntryPlace {
  readonly own: Action | undefined;
  readonly place: string;
  readonly problems: Problems;
}

function checkEntry(entry: AdminAction, { own, place, problems }: EntryPlace): void {
  const isClient = entry.kind === 'client';
  const handlers = [entry.run, own?.run].filter((run) => run !== undefined).length;
  if (isClient && handlers > 0) problems.add('E052', place, { message: 'A client action has none here.', cure: 'Take `run` away.' });
  if (!isClient && handlers === 2) problems.add('E052', place, { message: 'This has two.', cure: 'Keep one of the two `run`.' });
  if (!isClient && handlers === 0) problems.add('E052', place, { message: 'This has none.', cure: 'Give it a `run`.' });
  if (isClient && (entry.destructive || own?.destructive))
    problems.add('E053', place, { message: 'This one is destructive.', cure: 'Make it a server action.' });
  if (entry.codename !== null && /^(view|add|change|delete)_/.test(entry.codename))
    problems.add('E054', place, { message: `"${entry.codename}" looks like one of the four.`, cure: 'Choose another codename.' });
}

/** Reports every entry whose model does not exist. */
export function checkAdminActions(adminActions: readonly AdminAction[], keys: readonly string[], problems: Problems): void {
  for (const entry of adminActions) {
    if (keys.includes(entry.model)) continue;
    const place = `adminActions ${keyOfEntry(entry)}`;
    problems.add('E050', place, { message: `"${entry.model}" is not registered.`, cure: didYouMean(entry.model, keys) });
  }
}
