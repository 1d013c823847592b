import { StateKey } from '../http/states.ts';
import type { Home } from './home.ts';

/** The key of the Home of a service. */
export const homeKey: StateKey<Home> = new StateKey('Home');
