import { AdminError, RequestProblems } from '../errors/errors.ts';
import {
  type ActionContext,
  type ActionHandler,
  type ActionRows,
  type ActionScope,
  type AdminAction,
  file,
  type SeenField,
} from '../model/config/action.ts';
import { fieldTypes } from '../model/field-types/all.ts';
import { columnNames, presetColumns } from '../model/build/build-export.ts';
import { parseExact } from '../model/raw-number.ts';
import { say } from '../texts/message.ts';

/** Options of an export. */
export interface ExportOptions {
  /** Codename of its permission; `export_{model}` by default. */
  readonly codename?: string;
  /** Text of the button; "Export as CSV" by default. */
  readonly name?: string;
  readonly scope?: ActionScope;
  /** Names of the fields that are exported if the user chooses none; by default all fields that the user may view. */
  readonly columns?: readonly string[];
  /** The time limit in seconds; 600 by default. */
  readonly timeLimit?: number;
}

/** The parameters of an export. */
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
  readonly ordering: { readonly type: 'ArrayField'; readonly helpText: string };
  readonly bom: { readonly type: 'BooleanField'; readonly label: string; readonly default: false; readonly helpText: string };
};

const allColumns = `${columnNames} Without any: all fields that you may see, but for those of many to many.`;

/** @param isPreset whether the config names the columns for users who choose none. */
function exportParams(isPreset: boolean): ExportParams {
  return {
    columns: { type: 'ArrayField', helpText: isPreset ? presetColumns : allColumns },
    values: {
      type: 'CharField',
      choices: [
        { value: 'display', label: 'Labels and displays' },
        { value: 'raw', label: 'Raw values' },
      ],
      default: 'display',
    },
    ordering: {
      type: 'ArrayField',
      helpText: 'Names of fields by which the rows are sorted, each with a minus in front if it descends. Without any: by their keys.',
    },
    bom: {
      type: 'BooleanField',
      label: 'mark as UTF-8',
      default: false,
      helpText: 'Begins the file with a byte order mark, by which spreadsheets know that it is UTF-8.',
    },
  };
}

/** An export of a model: an entry of `adminActions`. */
export interface ExportAction<Model extends string, Codename extends string> extends AdminAction {
  readonly run: ActionHandler;
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
 * A ready-made action that answers with the rows as CSV, with the fields that the user may see. The rows are streamed from one snapshot,
 * regardless of their number. It has its own permission, and needs `view` too. What a spreadsheet would read as a formula gets an apostrophe in front,
 * also behind a separator inside of a cell. Every model has one without an entry, unless `export: false` is set; an entry replaces it.
 * @param model key of the model.
 * @example adminActions: [exportCsv('sales.Order')]
 */
export function exportCsv<const Model extends string, const Options extends ExportOptions = Omit<ExportOptions, 'codename'>>(
  model: Model,
  options?: Options,
): ExportAction<Model, ExportCodename<Model, Options>> {
  const { codename, name, scope, columns, timeLimit }: ExportOptions = options ?? {};
  const entry: ExportAction<Model, ExportCodename<Model, Options>> = {
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
      const { values, ordering, bom } = context.input;
      const isRaw = values === 'raw';
      const fields = chosen.map((column) => column.name);
      const texts = rows.asText({ fields, raw: isRaw, ordering: Array.isArray(ordering) ? ordering.map(String) : [], batch: rowsAtOnce });
      const body = lines(texts, { columns: chosen, isRaw, hasMark: bom === true });
      return file({ name: `${model.replaceAll('.', '-').toLowerCase()}-${day}.csv`, type: 'text/csv; charset=utf-8', body });
    },
  };
  exports.set(entry.run, entry.params);
  return entry;
}

/** The parameters of exports by their handlers: a copy of an entry with another name has the same. */
const exports = new WeakMap<ActionHandler, ExportParams>();

/** Whether an entry was made by {@link exportCsv}, and has its parameters. */
export function isExport({ run, params }: AdminAction): boolean {
  return run !== undefined && params !== undefined && exports.get(run) === params;
}

/** Whether a handler was made by {@link exportCsv}: it reads rows, whatever else its action declares. */
export function readsRows(run: ActionHandler): boolean {
  return exports.has(run);
}

/** The chosen fields. Throws a 400 that names unknown fields and fields that the user may not see. */
function columnsOf({ fields, related, input }: ActionContext, preset: readonly string[] | undefined): readonly SeenField[] {
  const columns = input['columns'];
  const isAsked = Array.isArray(columns) && columns.length > 0;
  if (!isAsked && preset === undefined)
    return fields.filter(({ type }) => !(fieldTypes[type].traits.isRelation && fieldTypes[type].traits.isList));
  const names = isAsked ? [...new Set((columns as unknown[]).map(String))] : (preset ?? []);
  const byName = new Map([...fields, ...related].map((field) => [field.name, field]));
  const problems = new RequestProblems();
  for (const name of names) if (!byName.has(name)) problems.add('columns', say('unknownFieldNamed', { name: name.slice(0, 100) }));
  // Preset columns that this user may not see are left out without an error.
  if (isAsked) problems.throwIfAny();
  return names.flatMap((name) => byName.get(name) ?? []);
}

interface Layout {
  readonly columns: readonly SeenField[];
  /** Whether values are in the form of the API, and headers are field names. */
  readonly isRaw: boolean;
  /** Whether a byte order mark is at the start. */
  readonly hasMark: boolean;
}

const byteOrderMark = '\uFEFF';

/** With 1,000, an export of a million rows takes a twentieth less time, and 77 MB more (docs/explanation/decisions/read-ahead.md). */
const rowsAtOnce = 500;

async function* lines(texts: ReturnType<ActionRows['asText']>, { columns, isRaw, hasMark }: Layout): AsyncGenerator<string> {
  if (hasMark) yield byteOrderMark;
  yield line(columns.map((column) => cell(isRaw ? column.name : headOf(column))));
  const lists = columns.map(({ type }) => fieldTypes[type].traits.isList);
  const cellOf = (value: string | null, index: number): string =>
    cell(value !== null && lists[index] === true ? listed(value) : (value ?? ''));
  for await (const batch of texts) {
    let text = '';
    for (const values of batch) text += line(values.map(cellOf));
    yield text;
  }
}

/** The label as a list shows it: with a capital first letter. */
function headOf({ label }: SeenField): string {
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

/** A list of plain values is written with commas. */
function listed(value: string): string {
  const elements: unknown = parseExact(value);
  const isPlain = Array.isArray(elements) && elements.every((element) => typeof element !== 'object');
  return isPlain ? elements.map(String).join(', ') : value;
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** The start of a cell that spreadsheets read as a formula, and characters that some of them strip before they check. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;
const plainNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * What begins a cell inside of a cell, where a spreadsheet reads the file with another separator than the comma: it heeds quotes only at the start of
 * its own cells. A formula behind it, with what some spreadsheets strip, gets an apostrophe.
 */
const formulaBehind = /(\r\n|[;|\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** A text that is its own cell, as most are: it begins as no formula does, and has no character that must be quoted. */
const plain = /^[0-9A-Za-z][^",;|\t\r\n]*$/;

/** A text as a cell of RFC 4180. It is no formula, whatever the separator with which a spreadsheet reads the file. */
export function cell(text: string): string {
  if (plain.test(text)) return text;
  const isFormula = formula.test(text) && !plainNumber.test(text);
  const safe = (isFormula ? `'${text}` : text).replace(formulaBehind, "$1'");
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
