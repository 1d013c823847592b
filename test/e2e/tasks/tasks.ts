import { changing } from './changing.ts';
import { finding } from './finding.ts';
import { making } from './making.ts';
import { many } from './many.ts';
import { reading } from './reading.ts';
import { staffing } from './staffing.ts';
import type { Task } from './task.ts';
import { walking } from './walking.ts';

/** What staff do all day. */
export const tasks: readonly Task[] = [...finding, ...walking, ...changing, ...making, ...reading, ...staffing, ...many];
