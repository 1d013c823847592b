import { AdminError, invalidParameters } from '../errors.ts';
import { type ActionContext, type ActionRows, type ActionScope, type AdminAction, file, type SeenField } from '../model/config/action.ts';
import { fieldTypes } from '../model/field-types/all.ts';
import { parseExact } from '../model/raw-number.ts';

/** What an export may be told. */
export interface ExportOptions {
  /** Codename of its permission; `export_{model}` by default. */
  readonly codename?: string;
  /** Text of the button; "Export as CSV" by default. */
  readonly name?: string;
  readonly scope?: ActionScope;
  /** Names of the fields that are exported where the user chooses none; all that they may view by default. */
  readonly columns?: readonly string[];
  /** Seconds that it may take; 600 by default. */
  readonly timeLimit?: number;
}

/** What an export asks for. */
export type ExportParams = {
  readonly columns: { readonly type: 'ArrayField'; readonly helpText: string };
  readonly values: {
    readonly type: 'CharField';
    readonly choices: readonly (
      | { readonly value: 'display'; readonly label: string }
      | { readonly value: 'raw'; readonly label: string }
    )[];
    readonly default: 'display';
  };
};

/** @param isPreset whether the config names the columns of an export where the user chooses none. */
function exportParams(isPreset: boolean): ExportParams {
  const others = isPreset
    ? 'Without any: the columns that this export is set up with.'
    : 'Without any: all fields that you may see, but for those of many to many.';
  return {
    columns: { type: 'ArrayField', helpText: `Names of fields, in their order, as an export of raw values heads its columns. ${others}` },
    values: {
      type: 'CharField',
      choices: [
        { value: 'display', label: 'Labels and displays' },
        { value: 'raw', label: 'Raw values' },
      ],
      default: 'display',
    },
  };
}

/** An export of a model: an entry of `adminActions`. */
export interface ExportAction<Model extends string, Codename extends string> extends AdminAction {
  readonly model: Model;
  readonly codename: Codename;
  readonly params: ExportParams;
}

/** The codename of an export with these options. */
export type ExportCodename<Model extends string, Options extends ExportOptions> = 'codename' extends keyof Options
  ? Options['codename'] extends string
    ? Options['codename']
    : string
  : Model extends `${string}.${infer Name}`
    ? `export_${Lowercase<Name>}`
    : string;

/**
 * A ready-made action that answers with the rows as CSV, as the user may see them: streamed from one snapshot, however
 * many there are. Its permission is its own; it needs `view` too. Cells that a spreadsheet would take for a formula are
 * made texts by an apostrophe before them.
 * @param model key of the model.
 * @example adminActions: [exportCsv('sales.Order')]
 */
export function exportCsv<const Model extends string, const Options extends ExportOptions = Omit<ExportOptions, 'codename'>>(
  model: Model,
  options?: Options,
): ExportAction<Model, ExportCodename<Model, Options>> {
  const { codename, name, scope, columns, timeLimit }: ExportOptions = options ?? {};
  return {
    model,
    codename: (codename ?? `export_${model.slice(model.indexOf('.') + 1).toLowerCase()}`) as ExportCodename<Model, Options>,
    name: name ?? 'Export as CSV',
    kind: 'server',
    scope: scope ?? 'bulk',
    returns: 'file',
    ...(timeLimit === undefined ? {} : { timeLimit }),
    params: exportParams(columns !== undefined),
    run(context, rows) {
      if (!context.may(model, 'view')) throw new AdminError('permission_denied');
      const chosen = columnsOf(context, columns);
      const day = new Date().toISOString().slice(0, 10);
      const body = lines(rows, { columns: chosen, isRaw: context.input['values'] === 'raw' });
      return file({ name: `${model.replaceAll('.', '-').toLowerCase()}-${day}.csv`, type: 'text/csv; charset=utf-8', body });
    },
  };
}

/** The fields that were chosen. Throws a 400 that names those which are none, or none of the user's. */
function columnsOf({ fields, input }: ActionContext, preset: readonly string[] | undefined): readonly SeenField[] {
  const asked = input['columns'];
  const isAsked = Array.isArray(asked) && asked.length > 0;
  if (!isAsked && preset === undefined)
    return fields.filter(({ type }) => !(fieldTypes[type].traits.isRelation && fieldTypes[type].traits.isList));
  const names = isAsked ? [...new Set((asked as unknown[]).map(String))] : (preset ?? []);
  const found = names.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  // What the config presets, this user may not see all of.
  if (!isAsked || found.length === names.length) return found;
  const unknown = names.filter((name) => !found.some((field) => field.name === name));
  throw invalidParameters(new Map([['columns', unknown.map((name) => `Unknown field "${name.slice(0, 100)}".`)]]));
}

interface Layout {
  readonly columns: readonly SeenField[];
  /** Whether values stand as the wire has them, under the names of their fields. */
  readonly isRaw: boolean;
}

/** So few that they are gone before the collector of garbage would keep them. */
const rowsAtOnce = 100;

async function* lines(rows: ActionRows, { columns, isRaw }: Layout): AsyncGenerator<string> {
  yield line(columns.map((column) => cell(isRaw ? column.name : column.label)));
  const fields = columns.map(({ name }) => name);
  for await (const batch of rows.asText({ fields, raw: isRaw, batch: rowsAtOnce })) {
    let text = '';
    for (const values of batch) text += line(values.map((value, index) => cell(readable(value, columns[index]))));
    yield text;
  }
}

/** A list of plain values stands in a cell as people write one. */
function readable(value: string | null, column: SeenField | undefined): string {
  if (value === null) return '';
  if (!column || !fieldTypes[column.type].traits.isList) return value;
  const elements: unknown = parseExact(value);
  const isPlain = Array.isArray(elements) && elements.every((element) => typeof element !== 'object');
  return isPlain ? elements.map(String).join(', ') : value;
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** What spreadsheets take for the beginning of a formula, and what some of them take off before they look. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;
const plainNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** A text as a cell of RFC 4180. */
export function cell(text: string): string {
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
