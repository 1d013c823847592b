import { before } from './before.ts';
import type { Counts } from './hand.ts';

const heads = ['task', 'clicks', 'keys', 'requests', 'clicks before', 'keys before', 'requests before'] as const;

/** A table in Markdown: what each task takes, and what it took before. Never times: they are those of the machine. */
export function tableOf(measured: ReadonlyMap<string, Counts>): string {
  const rows = [...measured].map(([task, counts]) => [task, ...cellsOf(counts), ...cellsOf(before[task])]);
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(heads), line(rule), ...rows.map(line)].join('\n');
}

function cellsOf(counts: Counts | null | undefined): readonly string[] {
  if (counts === undefined) return ['not measured', '', ''];
  if (counts === null) return ['not possible', '', ''];
  return [counts.clicks, counts.keys, counts.requests].map(String);
}
