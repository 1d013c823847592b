/** An answer of the service, timed. */
export interface Timed {
  readonly what: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly body: any;
}

/** Somebody who sends requests, one after the other. */
export class Person {
  readonly answers: Timed[] = [];
  readonly #base: string;
  readonly #credentials: { readonly username: string; readonly password: string };
  #token = '';
  /** What a browser keeps. */
  #cookie = '';

  constructor(base: string, username: string, password: string) {
    this.#base = base;
    this.#credentials = { username, password };
  }

  /** Sends a request. What is not answered at all has the status 0. */
  async send(what: string, method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Timed> {
    const started = performance.now();
    const init = {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json', cookie: this.#cookie, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    };
    let answer: Omit<Timed, 'milliseconds'>;
    try {
      const response = await fetch(`${this.#base}${path}`, init);
      for (const cookie of response.headers.getSetCookie()) this.#cookie = cookie.split(';')[0] ?? '';
      const text = await response.text();
      answer = { what, status: response.status, body: text === '' ? null : JSON.parse(text) };
    } catch (error) {
      answer = { what, status: 0, body: String(error) };
    }
    const timed = { ...answer, milliseconds: performance.now() - started };
    this.answers.push(timed);
    return timed;
  }

  async signIn(): Promise<Timed> {
    this.#token = '';
    const answer = await this.send('sign in', 'POST', '/auth/login/', this.#credentials, { authorization: '' });
    if (answer.status === 200) this.#token = answer.body.access;
    return answer;
  }
}

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;
const number = (below: number): number => Math.floor(Math.random() * below);
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));
const words = (count: number): string => Array.from({ length: count }, (_, index) => `ä${index}ö${number(1000)}`).join('|');

/** A working day: lists, rows, searches, changes of one's own rows, and now and then a new sign-in. */
export async function work(person: Person, until: number, rows: { readonly first: number; readonly count: number }): Promise<void> {
  const own = (): number => rows.first + number(rows.count);
  const steps: readonly (() => Promise<unknown>)[] = [
    () => person.send('list', 'GET', `/r/s.Ticket/?page=${1 + number(5)}&ordering=-id`),
    () => person.send('filter', 'GET', `/r/s.Ticket/?state=${pick(['open', 'done', 'lost'])}&page_size=25`),
    () => person.send('search', 'GET', `/r/s.Customer/?search=${pick(['Ähre', 'note 12', 'Öl'])}&page_size=10`),
    () => person.send('suggestions', 'GET', `/r/s.Customer/autocomplete/?q=name ${number(100)}`),
    () => person.send('row', 'GET', `/r/s.Ticket/${own()}/`),
    () => person.send('change', 'PATCH', `/r/s.Ticket/${own()}/`, { note: `note ${number(1_000_000)}` }),
    () => person.send('create', 'POST', '/r/s.Ticket/', { title: 'new', state: 'open', customer: 1, team: 'honest' }),
    () => person.send('schema', 'GET', '/schema/s.Ticket/'),
  ];
  await person.signIn();
  while (Date.now() < until) {
    for (let index = 0; index < 40 && Date.now() < until; index++) {
      await pick(steps)();
      await pause(30);
    }
    await person.signIn();
  }
}

/** What a hostile member of staff does, several things at once and without a pause. */
export async function attack(person: Person, stranger: Person, until: number): Promise<void> {
  const texts = (name: string, count: number): string =>
    words(count)
      .split('|')
      .map((word) => `${name}__icontains=${encodeURIComponent(word)}`)
      .join('&');
  const loops: readonly (() => Promise<unknown>)[] = [
    () => person.send('many texts', 'GET', `/r/s.Ticket/?${texts('title', 100)}&${texts('note', 100)}`),
    () => person.send('too many texts', 'GET', `/r/s.Ticket/?${texts('title', 150)}&${texts('note', 150)}`),
    () => person.send('deep page', 'GET', `/r/s.Ticket/?page=${100 + number(200)}&ordering=note,title`),
    () => person.send('long search', 'GET', `/r/s.Ticket/?search=${encodeURIComponent(words(10).replaceAll('|', ' '))}`),
    () => person.send('one row', 'PATCH', '/r/s.Ticket/7/', { note: `${number(1e9)}` }),
    () =>
      person.send('twins', 'POST', '/r/s.Ticket/action/slow/', { ids: [8] }, { 'idempotency-key': `k${Math.floor(Date.now() / 3000)}` }),
    () =>
      person.send('bulk', 'POST', '/r/s.Ticket/bulk/', {
        action: 'update',
        ids: Array.from({ length: 500 }, (_, id) => id + 1000),
        data: { note: `${number(1e9)}` },
      }),
    () =>
      stranger.send('guess', 'POST', '/auth/login/', { username: pick(['honest 0', 'nobody', 'root']), password: `guess ${number(1e9)}` }),
  ];
  await person.signIn();
  const run = async (loop: () => Promise<unknown>): Promise<void> => {
    while (Date.now() < until) {
      await loop();
      await pause(5);
    }
  };
  await Promise.all([...loops, ...loops].map(run));
}
