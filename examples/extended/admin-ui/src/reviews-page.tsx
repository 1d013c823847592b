import { Page, Panel, Table, useMay, useText } from '@grimoire/ui';

/** The reviews that need an answer. */
export function ReviewsPage() {
  const may = useMay();
  const text = useText();
  return (
    <Page title={text('Poor reviews')}>
      <p>{text(may('shop.Review', 'change') ? 'Answer these today.' : 'Others answer these.')}</p>
      <Panel title={text('Two stars or less')} isFlush>
        <Table model="shop.Review" filters={{ stars__lte: 2 }} columns={['title', 'stars']} />
      </Panel>
    </Page>
  );
}
