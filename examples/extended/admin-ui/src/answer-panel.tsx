import { Button, type RowProps, useClient, useMay, useNotice, useReload } from '@grimoire/ui';

interface Review {
  readonly title: string;
  readonly status: string;
}

/** Says that a review was answered. */
export function AnswerPanel({ model, id, row }: RowProps<Review>) {
  const client = useClient();
  const may = useMay();
  const notice = useNotice();
  const reload = useReload();
  if (row.status === 'answered') return <p>This review is answered.</p>;
  const answer = async () => {
    await client.model(model).update(id, { status: 'answered' });
    notice(`“${row.title}” is answered.`, 'good');
    reload();
  };
  return (
    <Button look="main" isDisabled={!may(model, 'change')} onClick={answer}>
      Mark as answered
    </Button>
  );
}
