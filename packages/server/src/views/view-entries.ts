import type { Diff } from '@grimoire/protocol';
import { isDeepStrictEqual } from 'node:util';
import type { AuditEntry } from '../audit/entry.ts';
import { parseExact } from '../model/raw-number.ts';
import { savedViewKey } from '../model/saved-view.ts';
import type { StoredView, ViewContent } from './stored-view.ts';

/**
 * The entry of the audit log about a change of a shared view; none about a view that only its owner uses. While a view is not shared, its
 * content is not recorded: of one that becomes shared, the entry has no former content.
 * @param before null if the view is new.
 * @param after null if it is deleted.
 */
export function viewEntries(before: StoredView | null, after: StoredView | null): AuditEntry[] {
  // The last state that is shared: the name of a view that becomes private is not recorded either.
  const view = [after, before].find((state) => state !== null && state.sharing.kind !== 'own');
  if (!view) return [];
  const diff = diffOf(before, after);
  return [
    {
      action: before === null ? 'create' : after === null ? 'delete' : 'update',
      model: savedViewKey,
      key: String(view.id),
      name: view.name,
      diff,
      targets: [],
      targetsCount: 0,
      status: 'ok',
    },
  ];
}

function diffOf(before: StoredView | null, after: StoredView | null): Diff {
  const [old, now] = [recorded(before), recorded(after)];
  const names = Object.keys({ ...old, ...now });
  const changes = names.map((name): [string, [unknown, unknown]] => [name, [old[name] ?? null, now[name] ?? null]]);
  return Object.fromEntries(changes.filter(([, [one, other]]) => !isDeepStrictEqual(one, other)));
}

/** What the log may contain of a view. */
function recorded(view: ViewContent | null): Readonly<Record<string, unknown>> {
  if (view === null) return {};
  if (view.sharing.kind === 'own') return { sharing: view.sharing };
  const { model, name, query, display, sharing, isDefault } = view;
  return { model, name, query, display: parseExact(display), sharing, is_default: isDefault };
}
