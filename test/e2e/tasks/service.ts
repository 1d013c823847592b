import assert from 'node:assert/strict';
import type { APIResponse, BrowserContext } from 'playwright-core';

/** Requests with the session of a browser that no page makes, so that they are not counted. */
export class Service {
  readonly #context: BrowserContext;
  readonly #base: string;

  constructor(context: BrowserContext, origin: string) {
    this.#context = context;
    this.#base = `${origin}/api/`;
  }

  /** @returns the body of the answer; untyped, because each task states what it expects. */
  async get(path: string): Promise<any> {
    return bodyOf(await this.#context.request.get(this.#base + path));
  }

  /** The row of a model whose field has this value. */
  async row(model: string, field: string, value: string): Promise<any> {
    const { results } = await this.get(`r/${model}/?${new URLSearchParams({ [field]: value }).toString()}`);
    assert.equal(results.length, 1, `There is one ${model} with ${field} ${value}`);
    return results[0];
  }

  async send(method: 'POST' | 'PATCH', path: string, data: object): Promise<any> {
    const token = (await this.#context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '';
    return bodyOf(await this.#context.request.fetch(this.#base + path, { method, data, headers: { 'X-CSRFToken': token } }));
  }

  /** Fails unless this person may sign in. */
  async signIn(username: string, password: string): Promise<void> {
    const context = await this.#context.browser()?.newContext();
    assert.ok(context);
    await bodyOf(await context.request.post(`${this.#base}auth/login/`, { data: { username, password } }));
    await context.close();
  }
}

async function bodyOf(answer: APIResponse): Promise<unknown> {
  assert.ok(answer.ok(), `${answer.status()} ${answer.url()}`);
  return answer.json();
}
