import { useSyncExternalStore } from 'react';
import type { Extension } from '../extension/extension.ts';
import { useService } from '../session/service.ts';

/** The extension of the surrounding dashboard; an empty one without any. */
export function useExtension(): Extension {
  const { extensionState } = useService();
  return useSyncExternalStore(extensionState.subscribe, () => extensionState.extension);
}

/** What is wrong with the extension; null if nothing is. */
export function useExtensionProblem(): string | null {
  const { extensionState } = useService();
  return useSyncExternalStore(extensionState.subscribe, () => extensionState.problem);
}
