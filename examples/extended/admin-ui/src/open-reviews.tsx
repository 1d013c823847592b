import { Link, type ListToolProps, type RowProps, Table, Trouble, useRows } from '@grimoire/ui';

/** How many reviews wait for an answer. */
export function OpenReviews() {
  const { data, error, reload } = useRows('shop.Review', { status: 'open', page_size: 1 });
  if (error) return <Trouble error={error} onRetry={reload} />;
  return <Link to="/pages/poor-reviews">{data ? `${data.count} to answer` : '…'}</Link>;
}

/** Other reviews with as many stars. */
export function SimilarReviews({ row }: RowProps<{ readonly stars: number }>) {
  return <Table model="shop.Review" filters={{ stars: row.stars }} columns={['title', 'status']} />;
}

/** The way from the list to the page. */
export function PoorLink({ schema }: ListToolProps) {
  return <Link to="/pages/poor-reviews">{`Poor ${schema.verbose_name_plural}`}</Link>;
}
