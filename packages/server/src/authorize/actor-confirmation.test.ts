import { expect, it } from 'vitest';
import { ActorChanged, ActorConfirmation } from './actor-confirmation.ts';

const statement = { sql: 'SELECT state', parameters: [7] };

it('asks for the state of an actor of an earlier request until they are confirmed', () => {
  const confirmation = new ActorConfirmation({ statement, value: 'v1' });
  expect([confirmation.isDone, confirmation.statement]).toEqual([false, statement]);
  confirmation.require('v1');
  expect(confirmation.isDone).toBe(false);
  confirmation.end();
  expect([confirmation.isDone, confirmation.statement]).toEqual([true, undefined]);
});

it('refuses another state, and none', () => {
  const confirmation = new ActorConfirmation({ statement, value: 'v1' });
  expect(() => confirmation.require('v2')).toThrow(ActorChanged);
  expect(() => confirmation.require(undefined)).toThrow(ActorChanged);
});

it('asks for nothing where the actor was read for the request', () => {
  expect(ActorConfirmation.ofCurrent().isDone).toBe(true);
  expect([new ActorConfirmation().isDone, new ActorConfirmation().statement]).toEqual([false, undefined]);
});
