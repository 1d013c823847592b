import type { Cure } from '@grimoire/protocol';
import type { Catalog, IndexProposal, WantedIndex } from '../databases/catalog.ts';
import type { Database } from '../databases/database.ts';
import type { StatementReader } from '../databases/statement.ts';
import type { TimeLimit } from './time-limit.ts';

/** A cure that there is not. @param note why. */
export function none(note: string): Cure {
  return { cure: null, bytes: null, notes: [note] };
}

/** The statements that make the indexes which a use lacks. */
export async function cureOf(
  database: Database,
  { indexes, isAlongLinks }: { readonly indexes: readonly WantedIndex[]; readonly isAlongLinks: boolean },
  time: TimeLimit,
): Promise<Cure> {
  const { capabilities, catalog } = database.dialect;
  const reader = time.over(database);
  if (indexes.length === 0) return none('No index serves it.');
  if (isAlongLinks && !capabilities.beginsAtLinks)
    return none('No index serves it: this database reads all rows for a condition along a link.');
  const proposals: IndexProposal[] = [];
  for (const wanted of indexes) {
    if (isAlongLinks && (await isThere(catalog, reader, wanted))) continue;
    const proposal = await catalog.proposalFor(reader, wanted);
    if (proposal === null) return none('No index of this database serves it.');
    proposals.push(proposal);
  }
  if (proposals.length === 0)
    return none('There are indexes on each table on the way, but the database does not use them: check its statistics (ANALYZE).');
  const statements = [...new Set(proposals.flatMap((proposal) => proposal.statements))];
  return {
    cure: statements.length === 0 ? null : statements.join('\n'),
    bytes: proposals.reduce<number | null>((sum, { bytes }) => (sum === null || bytes === null ? null : sum + bytes), 0),
    notes: [...new Set(proposals.flatMap(({ notes }) => notes))],
  };
}

/** Whether an index begins with these columns. */
async function isThere(catalog: Catalog, database: StatementReader, { table, columns }: WantedIndex): Promise<boolean> {
  const indexed = await catalog.indexedColumns(database, table);
  return indexed.some((known) => columns.every((column, place) => known[place] === column));
}
