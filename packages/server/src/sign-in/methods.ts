import { byPassword } from './by-password.ts';
import type { ServedMethod } from './method.ts';

/** The ways to sign in. How to add one: docs/explanation/contributing/sign-in-method.md. */
export const signInMethods: readonly ServedMethod[] = [byPassword];
