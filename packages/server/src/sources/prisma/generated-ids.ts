import { randomUUID } from 'node:crypto';
import cuid1 from '@bugsnag/cuid';
import { init as cuid2 } from '@paralleldrive/cuid2';
import { nanoid } from 'nanoid';
import { ulid } from 'ulid';
import { v7 } from 'uuid';
import type { PrismaColumn } from './schema.ts';

type Makes = NonNullable<PrismaColumn['makes']>;

const makers: Readonly<Record<string, (argument: string | undefined) => () => string>> = {
  cuid: (version) => (version === '2' ? cuid2() : () => cuid1()),
  uuid: (version) => (version === '7' ? () => v7() : () => randomUUID()),
  nanoid: (length) => () => nanoid(length === undefined ? undefined : Number(length)),
  ulid: () => () => ulid(),
};

/** The function that makes values of a default as Prisma's client does; undefined if the database makes them. */
export function idMaker({ name, argument }: Makes): (() => string) | undefined {
  return Object.hasOwn(makers, name) ? makers[name]?.(argument) : undefined;
}
