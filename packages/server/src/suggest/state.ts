import { StateKey } from '../http/states.ts';
import type { Suggestions } from './suggest.ts';

/** The key of the Suggestions of a service. */
export const suggestionsKey: StateKey<Suggestions> = new StateKey('Suggestions');
