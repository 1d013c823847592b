import { StateKey } from '../http/states.ts';
import type { ChangeLog } from './change-log.ts';

/** The key of the ChangeLog of a service. */
export const changeLogKey: StateKey<ChangeLog> = new StateKey('ChangeLog');
