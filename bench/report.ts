import type { JournalResult } from './journal/run.ts';
import { exportCase, type ExportResult } from './export.ts';
import type { CaseResult, Figures } from './measure.ts';
import { type ScaleResult, smallScale } from './scale/run.ts';

const columns = [
  'case',
  'dialect',
  'floor req/s',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'service req/s',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'ratio req/s',
  'ratio CPU',
] as const;

function cells({ rps, p50_ms, p99_ms, cpu_us }: Figures): string[] {
  return [rps.toFixed(0), p50_ms.toFixed(1), p99_ms.toFixed(1), cpu_us.toFixed(0)];
}

function rowOf(result: CaseResult): string[] {
  const ratios = [result.ratio_rps.toFixed(2), result.ratio_cpu.toFixed(2)];
  return [result.case, result.dialect, ...cells(result.floor), ...cells(result.service), ...ratios];
}

const isText = (column: number): boolean => column < 2;

const exportColumns = ['case', 'dialect', 'file MB', 'floor s', 'memory MB', 'service s', 'memory MB', 'ratio time'] as const;

function exportRowOf({ dialect, size_mb: size, floor, service }: ExportResult): string[] {
  const figures = [floor.seconds, floor.memory_mb, service.seconds, service.memory_mb].map(String);
  return [exportCase, dialect, String(size), ...figures, (floor.seconds / service.seconds).toFixed(2)];
}

/** A heading and its rows. */
interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function tablesOf({ cases, exports }: BenchResults): Table[] {
  const tables: Table[] = [
    { columns, rows: cases.map(rowOf) },
    { columns: exportColumns, rows: exports.map(exportRowOf) },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** All that a run of the bench has measured. */
export interface BenchResults {
  readonly cases: readonly CaseResult[];
  readonly exports: readonly ExportResult[];
}

/** A comparison of two sizes as a table. */
export function scaleTable(results: readonly ScaleResult[], orders: number, isMarkdown: boolean): string {
  const size = (count: number): string => count.toLocaleString('en-US');
  const rows = results.map(({ case: name, dialect, small, large }) => {
    const failures = [...new Set([...small.failures, ...large.failures])];
    const ratio = (large.p50_ms / small.p50_ms).toFixed(2);
    const times = [small.p50_ms, small.max_ms, large.p50_ms, large.max_ms].map(String);
    return [name, dialect, ...times, failures.length > 0 ? `${ratio} (${failures.join(', ')})` : ratio];
  });
  const names = [`p50 ms, ${size(smallScale)}`, 'max ms', `p50 ms, ${size(orders)}`, 'max ms'];
  const table = { columns: ['case', 'dialect', ...names, 'ratio p50'], rows };
  return isMarkdown ? markdownTable(table) : textTable(table);
}

/** The times of writes, histories and undos as a table. */
export function journalTable(results: readonly JournalResult[], isMarkdown: boolean): string {
  const rows = results.map(({ case: name, dialect, timing: { p50_ms, max_ms, requests, failures } }) => {
    const times = [p50_ms, max_ms, requests].map(String);
    return [failures.length > 0 ? `${name} (${failures.join(', ')})` : name, dialect, ...times];
  });
  const table = { columns: ['case', 'dialect', 'p50 ms', 'max ms', 'requests'], rows };
  return isMarkdown ? markdownTable(table) : textTable(table);
}

/** The results as tables for a terminal. */
export function textTables(results: BenchResults): string {
  return tablesOf(results).map(textTable).join('\n\n');
}

/** The results as tables in Markdown. */
export function markdownTables(results: BenchResults): string {
  return tablesOf(results).map(markdownTable).join('\n\n');
}

function textTable({ columns: names, rows: body }: Table): string {
  const rows = [[...names], ...body];
  const widths = names.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ');
  return rows.map(line).join('\n');
}

function markdownTable({ columns: names, rows }: Table): string {
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  const rule = names.map((_, column) => (isText(column) ? '---' : '---:'));
  return [line(names), line(rule), ...rows.map(line)].join('\n');
}
