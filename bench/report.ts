import type { CaseResult, Figures } from './measure.ts';

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

/** The results as a table for a terminal. */
export function textTable(results: readonly CaseResult[]): string {
  const rows = [[...columns], ...results.map(rowOf)];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ');
  return rows.map(line).join('\n');
}

/** The results as a table in Markdown. */
export function markdownTable(results: readonly CaseResult[]): string {
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  const rule = columns.map((_, column) => (isText(column) ? '---' : '---:'));
  return [line(columns), line(rule), ...results.map((result) => line(rowOf(result)))].join('\n');
}
