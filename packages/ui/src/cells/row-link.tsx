import { keyOfSegment, keySegment } from '@grimoire/protocol';
import { Link, useParams } from 'react-router-dom';
import { useModel } from '../schema/use-schema.ts';

/** The key of the row whose page is open. */
export function useKeyOfPage(): string {
  return keyOfSegment(useParams()['id'] ?? '');
}

/**
 * The address of a row's page: the form if the user may change the row, otherwise the page that shows it. The key is encoded twice, because the
 * router decodes addresses before it compares them with its own words.
 */
export function rowAddress(model: { readonly model: string; readonly permissions: { readonly change: boolean } }, id: unknown): string {
  const address = `/${model.model}/${encodeURIComponent(keySegment(String(id)))}`;
  return model.permissions.change ? address : `${address}/show`;
}

interface RowLinkProps {
  readonly model: string | undefined;
  readonly id: unknown;
  readonly text: string;
  /** For a link in a window that asks something, which stays open. */
  readonly isInNewTab?: boolean;
}

/** The label of a row, as a link if the user may view it. */
export function RowLink({ model: key, id, text, isInNewTab = false }: RowLinkProps) {
  const model = useModel(key);
  if (!model?.permissions.view) return <>{text}</>;
  return (
    <Link
      className="dash-text-link"
      to={rowAddress(model, id)}
      {...(isInNewTab ? { target: '_blank', rel: 'noreferrer' } : {})}
      onClick={(event) => event.stopPropagation()}
    >
      {text}
    </Link>
  );
}
