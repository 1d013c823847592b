/**
 * The batches that a function fetches, up to the first one that is not full. The next batch is fetched while the caller works on one, so that
 * both work at the same time: two batches are in memory.
 * @param size the number of rows of a full batch.
 */
export async function* batchesAhead<Row>(fetch: () => Promise<readonly Row[]>, size: number): AsyncGenerator<readonly Row[]> {
  let next = fetch();
  for (;;) {
    const rows = await next;
    const isLast = rows.length < size;
    if (!isLast) {
      next = fetch();
      // It is thrown when the caller comes for the batch; one who has left does not want to know.
      next.catch(() => {});
    }
    if (rows.length > 0) yield rows;
    if (isLast) return;
  }
}
