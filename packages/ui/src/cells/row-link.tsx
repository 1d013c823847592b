import MuiLink from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { useModel } from '../schema/use-schema.ts';

/** The address of a row's page: where it is changed, for who may. */
export function rowAddress(model: { readonly model: string; readonly permissions: { readonly change: boolean } }, id: unknown): string {
  const address = `/${model.model}/${encodeURIComponent(String(id))}`;
  return model.permissions.change ? address : `${address}/show`;
}

interface RowLinkProps {
  readonly model: string | undefined;
  readonly id: unknown;
  readonly text: string;
}

/** A row's name, with a way to it for who may see it. */
export function RowLink({ model: key, id, text }: RowLinkProps) {
  const model = useModel(key);
  if (!model?.permissions.view) return <>{text}</>;
  return (
    <MuiLink component={RouterLink} to={rowAddress(model, id)} onClick={(event) => event.stopPropagation()}>
      {text}
    </MuiLink>
  );
}
