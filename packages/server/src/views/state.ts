import { StateKey } from '../http/states.ts';
import type { SavedViews } from './saved-views.ts';

/** The key of the SavedViews of a service. */
export const savedViewsKey: StateKey<SavedViews> = new StateKey('SavedViews');
