import { StateKey } from '../http/states.ts';
import type { Doctor } from './doctor.ts';

/** The key of the Doctor of a service. */
export const doctorKey: StateKey<Doctor> = new StateKey('Doctor');
