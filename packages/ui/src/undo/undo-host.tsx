import { useSyncExternalStore } from 'react';
import { useShortcuts } from '../layout/shortcuts.ts';
import { loadedWindow } from '../loading/loaded-window.tsx';
import { useService } from '../session/service.ts';

const Undoing = loadedWindow(async () => (await import('./undoing.tsx')).Undoing);

/** Takes back what any part of the page asks for. It stands beside the messages, and outlives them. */
export function UndoHost() {
  const { undos } = useService();
  const request = useSyncExternalStore(undos.watch, () => undos.asked);
  useShortcuts({ z: () => undos.last && undos.ask(undos.last) });
  return request && <Undoing key={request.changeSet} asked={request} onClose={() => undos.close()} />;
}
