/** The rules by which a database reads comments before a statement. */
interface Reading {
  /** Whether comments may be nested. */
  readonly nests: boolean;
  /** The end of a line comment. */
  readonly lineEnd: RegExp;
}

/** The rules of PostgreSQL, and those of SQLite. */
const readings: readonly Reading[] = [
  { nests: true, lineEnd: /[\r\n]/g },
  { nests: false, lineEnd: /\n/g },
];

/** Whether a statement of the host's own code begins or ends a transaction, which only the service may do. */
export function endsTransaction(sql: string): boolean {
  return readings.some((reading) => {
    const start = startOf(sql, reading);
    const words = sql.slice(start, start + 200).replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|--[^\r\n]*/g, ' ');
    return /^(?:begin|start|commit|end|abort|prepare\s+transaction|rollback(?!\s+(?:(?:work|transaction)\s+)?to\b))\b/i.test(words);
  });
}

/** The position of the first word of a statement, after spaces, semicolons and comments. */
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
