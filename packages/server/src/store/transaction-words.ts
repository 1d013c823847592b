/** How a database reads what stands before a statement. */
interface Reading {
  /** Whether a comment may stand in a comment. */
  readonly nests: boolean;
  /** What ends a comment of one line. */
  readonly lineEnd: RegExp;
}

/** PostgreSQL's way, and SQLite's. */
const readings: readonly Reading[] = [
  { nests: true, lineEnd: /[\r\n]/g },
  { nests: false, lineEnd: /\n/g },
];

/** Whether a statement of a host's own code begins or ends a transaction, which only its owner does. */
export function endsTransaction(sql: string): boolean {
  return readings.some((reading) => {
    const start = startOf(sql, reading);
    const words = sql.slice(start, start + 200).replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|--[^\r\n]*/g, ' ');
    return /^(?:begin|start|commit|end|abort|prepare\s+transaction|rollback(?!\s+(?:(?:work|transaction)\s+)?to\b))\b/i.test(words);
  });
}

/** Where the first word of a statement begins, past spaces, semicolons and comments. */
function startOf(sql: string, { nests, lineEnd }: Reading): number {
  let place = 0;
  for (;;) {
    while (/[\s;]/.test(sql[place] ?? '')) place++;
    if (sql.startsWith('--', place)) {
      lineEnd.lastIndex = place;
      place = lineEnd.exec(sql)?.index ?? sql.length;
    } else if (sql.startsWith('/*', place)) {
      place = endOfComment(sql, place, nests);
    } else return place;
  }
}

function endOfComment(sql: string, start: number, nests: boolean): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start + 2;
  let depth = 1;
  for (let mark = marks.exec(sql); mark; mark = marks.exec(sql)) {
    if (mark[0] === '/*') depth += nests ? 1 : 0;
    else depth -= 1;
    if (depth === 0) return marks.lastIndex;
  }
  return sql.length;
}
