import { Page, Panel, Table, useMay } from '@grimoire/ui';

/** The reviews that need an answer. */
export function ReviewsPage() {
  const may = useMay();
  return (
    <Page title="Poor reviews">
      <p>{may('shop.Review', 'change') ? 'Answer these today.' : 'Others answer these.'}</p>
      <Panel title="Two stars or less" isFlush>
        <Table model="shop.Review" filters={{ stars__lte: 2 }} columns={['title', 'stars']} />
      </Panel>
    </Page>
  );
}
