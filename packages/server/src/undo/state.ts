import { StateKey } from '../http/states.ts';
import type { UndoWork } from './work.ts';

/** What undos of a service need. */
export type UndoService = Pick<UndoWork, 'journal' | 'names' | 'dialect'>;

/** The key of it. */
export const undoPartsKey: StateKey<UndoService> = new StateKey('UndoService');
