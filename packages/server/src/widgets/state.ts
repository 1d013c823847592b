import { StateKey } from '../http/states.ts';
import type { Widgets } from './widgets.ts';

/** The key of the Widgets of a service. */
export const widgetsKey: StateKey<Widgets> = new StateKey('Widgets');
