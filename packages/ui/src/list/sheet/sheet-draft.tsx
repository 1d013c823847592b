import type { ModelSchema } from '@grimoire/protocol';
import { useGetIdentity, useStoreContext } from 'react-admin';
import { loadedPart } from '../../loading/loaded-part.tsx';
import { useService } from '../../session/service.ts';
import { draftKey } from '../../store/kept-draft.ts';
import { useSheet } from './sheet-context.tsx';

const KeptCells = loadedPart(
  async () => (await import('./kept-cells.tsx')).KeptCells,
  undefined,
  () => null,
);

/** Keeps changed cells in the browser for a day, for the same person and model, and offers them after a restart. It is loaded where there are some. */
export function SheetDraft({ schema }: { readonly schema: ModelSchema }) {
  const { identity } = useGetIdentity();
  const { settings } = useService();
  const store = useStoreContext();
  const sheet = useSheet();
  // Without knowing who it is, nothing is kept or read.
  if (!identity || !sheet) return null;
  const key = draftKey([settings.api, String(identity.id), schema.model, '', 'cells']);
  if (sheet.history.now.size === 0 && store.getItem<unknown>(key, null) === null) return null;
  return <KeptCells key={key} place={key} />;
}
