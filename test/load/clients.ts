import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { password } from '../support/service.ts';
import { nameOf, rowsEach } from './data.ts';

/** An answer: of what request, its status (0 for none), and the time until its last byte. */
export interface Timed {
  readonly what: string;
  readonly status: number;
  readonly milliseconds: number;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const number = (below: number): number => Math.floor(Math.random() * below);

/** A client with a connection of its own, which sends one request after the other. */
export class LoadClient {
  readonly #base: string;
  readonly #index: number;
  readonly #note: (answer: Timed) => void;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #token = '';
  #created: number[] = [];

  /** @param note called with each answer. */
  constructor(base: string, index: number, note: (answer: Timed) => void) {
    this.#base = base;
    this.#index = index;
    this.#note = note;
  }

  async signIn(): Promise<void> {
    this.#token = '';
    const body = { username: nameOf(this.#index), password };
    const { status, text } = await this.send('sign in', { method: 'POST', path: '/auth/login/', body });
    if (status === 200) this.#token = (JSON.parse(text) as { access: string }).access;
  }

  async send(what: string, sent: Sent): Promise<{ readonly status: number; readonly text: string }> {
    const started = performance.now();
    const answer = await this.#ask(sent).catch((error: unknown) => ({ status: 0, text: String(error) }));
    this.#note({ what, status: answer.status, milliseconds: performance.now() - started });
    return answer;
  }

  #ask({ method, path, body }: Sent): Promise<{ readonly status: number; readonly text: string }> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
      ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    return new Promise((resolve, reject) => {
      const asked = request(`${this.#base}${path}`, { method, headers, agent: this.#agent, timeout: 60_000 }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      });
      asked.on('timeout', () => asked.destroy(new Error('No answer within a minute.')));
      asked.on('error', reject);
      asked.end(text);
    });
  }

  /** Does one thing of a working day. */
  async step(): Promise<void> {
    if (this.#token === '') return this.signIn();
    const sum = mix.reduce((total, [weight]) => total + weight, 0);
    let left = Math.random() * sum;
    for (const [weight, run] of mix) {
      left -= weight;
      if (left < 0) return run(this);
    }
  }

  /** One of the rows that nobody else changes. */
  get ownRow(): number {
    return 1 + this.#index * rowsEach + number(rowsEach);
  }

  async create(): Promise<void> {
    const body = { title: 'new', state: 'open', customer: 1 + number(5000), team: 'all' };
    const { status, text } = await this.send('create', { method: 'POST', path: '/r/l.Ticket/', body });
    if (status === 201) this.#created.push((JSON.parse(text) as { id: number }).id);
  }

  async remove(): Promise<void> {
    const id = this.#created.pop();
    if (id === undefined) return this.create();
    await this.send('delete', { method: 'DELETE', path: `/r/l.Ticket/${id}/` });
  }

  close(): void {
    this.#agent.destroy();
  }
}

type Step = readonly [weight: number, run: (client: LoadClient) => Promise<void>];

function get(weight: number, what: string, path: (client: LoadClient) => string): Step {
  return [weight, async (client) => void (await client.send(what, { method: 'GET', path: path(client) }))];
}

/** What clients do, and how often. */
const mix: readonly Step[] = [
  get(20, 'list', () => `/r/l.Ticket/?page=${1 + number(5)}&ordering=-id`),
  get(10, 'filter', () => `/r/l.Ticket/?state=${['open', 'done', 'lost'][number(3)]}&page_size=25`),
  get(5, 'search', () => `/r/l.Customer/?search=note ${number(5000)}&page_size=10`.replaceAll(' ', '%20')),
  get(10, 'suggestions', () => `/r/l.Customer/autocomplete/?q=name%20${number(100)}`),
  get(20, 'row', (client) => `/r/l.Ticket/${client.ownRow}/`),
  get(3, 'history', (client) => `/r/l.Ticket/${client.ownRow}/history/`),
  get(5, 'schema', () => '/schema/l.Ticket/'),
  [
    15,
    async (client) => {
      const body = { note: `note ${number(1_000_000)}` };
      await client.send('change', { method: 'PATCH', path: `/r/l.Ticket/${client.ownRow}/`, body });
    },
  ],
  [4, (client) => client.create()],
  [3, (client) => client.remove()],
  [
    2,
    async (client) => {
      const body = { action: 'update', ids: [...new Set(Array.from({ length: 10 }, () => client.ownRow))], data: { state: 'open' } };
      await client.send('bulk', { method: 'POST', path: '/r/l.Ticket/bulk/', body });
    },
  ],
  [
    0.3,
    async (client) => {
      const body = { all_filtered: true, params: { customer: String(1 + number(5000)) } };
      await client.send('export', { method: 'POST', path: '/r/l.Ticket/action/export_ticket/', body });
    },
  ],
  [1, (client) => client.signIn()],
];

/**
 * Works until the time is over, with a pause of one to three seconds after each answer.
 * @param arrival milliseconds until it signs in
 */
export async function work(client: LoadClient, arrival: number, until: number): Promise<void> {
  await pause(arrival);
  await client.signIn();
  while (Date.now() < until) {
    await client.step();
    await pause(Math.min(1000 + number(2000), Math.max(0, until - Date.now())));
  }
  client.close();
}
