import type { AdminAction } from '../config/action.ts';
import type { ModelAction } from '../model-action.ts';
import type { OwnPermission } from '../model.ts';
import { paramFields } from './params.ts';
import type { Draft, RegistryInput } from './registry-input.ts';

/** The key of the export that every model has: the same for all, so that the audit log has one name for it. */
export const exportKey = 'export_csv';

/** The label of that export. */
export const exportLabel = 'Export as CSV';

/** The text below the columns of an export, before what it has without any. */
export const columnNames = 'Names of fields, in their order, as an export of raw values heads its columns.';

/** The text below the columns of an export whose config names some. */
export const presetColumns: string = `${columnNames} Without any: the columns that this export is set up with.`;

/** Milliseconds that a run may take, as for other actions that answer with a file. */
const timeLimit = 600_000;

/** The parts of a model that its export must not conflict with. */
interface Taken {
  readonly declared: readonly ModelAction[];
  readonly taken: readonly OwnPermission[];
  readonly verboseName: string;
}

/** The export of a model. */
interface Exported {
  /** The built-in action, if the model has it. */
  readonly builtIn: readonly ModelAction[];
  readonly permissions: readonly OwnPermission[];
  /** The action that exports its rows, declared or built-in. */
  readonly action: ModelAction | undefined;
}

/**
 * The export of a model: the one that the config declares, otherwise the built-in one. A model has none if the config or the settings switch it
 * off, if it has another action or permission of the same name, and if its rows are redacted for each reader: the database makes the texts of
 * an export.
 */
export function exportOf(draft: Draft, { declared, taken, verboseName }: Taken, { exporting }: Pick<RegistryInput, 'exporting'>): Exported {
  const { key: model, config, redact } = draft.registration;
  const own = declared.find(({ isExport }) => isExport);
  const codename = `export_${draft.name.toLowerCase()}`;
  const isTaken = declared.some(({ key }) => key === exportKey) || taken.some((permission) => permission.codename === codename);
  if (!exporting || own || isTaken || redact || !(config.export ?? exporting.isUsual)) return { builtIn: [], permissions: [], action: own };
  const action = builtInExport(exporting.entryOf(model), codename);
  return { builtIn: [action], permissions: [{ codename, name: `Can export ${verboseName}`, isAction: false }], action };
}

function builtInExport({ params, run }: AdminAction, codename: string): ModelAction {
  return {
    key: exportKey,
    label: exportLabel,
    destructive: false,
    confirm: undefined,
    irreversible: undefined,
    needsReason: false,
    variant: undefined,
    scope: 'bulk',
    kind: 'server',
    params: paramFields(params ?? {}, new Map()),
    needs: { codename },
    returnsFile: true,
    isSafeToTry: false,
    timeLimit,
    run: run ?? null,
    readsRows: true,
    isExport: true,
    isBuiltIn: true,
  };
}
