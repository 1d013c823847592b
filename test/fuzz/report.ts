import type { Dialect } from '../support/databases.ts';
import type { Got, Sent, Session } from './session.ts';

/** A problem, with what repeats it. */
export interface Problem {
  readonly what: string;
  readonly seed: number;
  /** How many requests of the world lead to it, itself included. */
  readonly requests: number;
  readonly user: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly status: number;
  readonly answer: string;
}

/** What a run on one database has found. */
export class Report {
  readonly dialect: Dialect;
  readonly seed: number;
  readonly problems: Problem[] = [];
  readonly refusals: string[] = [];
  requests = 0;
  worlds = 0;
  #lastWorld = -1;
  readonly #kinds = new Map<string, number[]>();
  #slowest = { milliseconds: 0, what: '' };

  constructor(dialect: Dialect, seed: number) {
    this.dialect = dialect;
    this.seed = seed;
  }

  refused(seed: number, message: string): void {
    this.refusals.push(`world ${seed}: ${message}`);
  }

  add({ seed }: Session, request: Sent, got: Got, problems: readonly string[], place: number): void {
    this.requests += 1;
    if (seed !== this.#lastWorld) this.worlds += 1;
    this.#lastWorld = seed;
    const counts = this.#kinds.get(request.kind) ?? [0, 0, 0, 0, 0, 0];
    const kind = Math.floor(got.status / 100);
    counts[kind] = (counts[kind] ?? 0) + 1;
    this.#kinds.set(request.kind, counts);
    if (got.milliseconds > this.#slowest.milliseconds)
      this.#slowest = { milliseconds: got.milliseconds, what: `${request.method} ${request.path}` };
    for (const what of problems) {
      this.problems.push({
        what,
        seed,
        requests: place + 1,
        user: request.user.name,
        method: request.method,
        path: request.path,
        headers: request.headers ?? {},
        body: bodyText(request.body),
        status: got.status,
        answer: got.text.slice(0, 500),
      });
    }
  }

  /** The report for people. */
  toText(): string {
    const { dialect, seed, worlds, requests } = this;
    const rows = [...this.#kinds].toSorted(([a], [b]) => a.localeCompare(b)).map(([kind, counts]) => line(kind, counts));
    const all = [...this.#kinds.values()].reduce(
      (sums, counts) => sums.map((sum, place) => sum + (counts[place] ?? 0)),
      [0, 0, 0, 0, 0, 0],
    );
    const { milliseconds, what } = this.#slowest;
    return [
      `${dialect}: ${requests} requests in ${worlds} worlds, seed ${seed}`,
      `  ${'kind'.padEnd(14)}${['2xx', '3xx', '4xx', '5xx'].map((name) => name.padStart(8)).join('')}`,
      ...rows,
      line('all', all),
      `  slowest: ${milliseconds.toFixed(0)} ms, ${what.slice(0, 200)}`,
      ...(this.refusals.length > 0
        ? [`  ${this.refusals.length} configs were refused at start, such as ${this.refusals[0]?.slice(0, 500)}`]
        : []),
      ...this.#sorts().map(([text, list]) => `  PROBLEM (${list.length} times): ${text}`),
      `  ${this.problems.length} problems`,
      '',
    ].join('\n');
  }

  /** The first of each sort of problem, with the command that repeats it. */
  #sorts(): [string, readonly Problem[]][] {
    const groups = Map.groupBy(this.problems, ({ what, method }) => sortOf(method, what));
    return [...groups.values()].map((list) => {
      const [first] = list as [Problem, ...Problem[]];
      const body = first.body === null ? '' : `\n      body ${first.body.slice(0, 600)}`;
      const headers = Object.keys(first.headers).length === 0 ? '' : ` ${JSON.stringify(first.headers).slice(0, 300)}`;
      const command = `npm run try -- fuzz --dialect ${this.dialect} --seed ${first.seed} --requests ${first.requests}`;
      return [
        `${first.what}\n      ${first.user}: ${first.method} ${first.path.slice(0, 600)}${headers}${body}\n      answer ${first.status} ${first.answer.slice(0, 300)}\n      ${command}`,
        list,
      ];
    });
  }
}

/** A problem without the names and values of its case. */
function sortOf(method: string, what: string): string {
  const text = what.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"|\d+|f\.[\w]+|\b(?:root|wide|narrow|ruled|viewer|some|other|nobody)\b/g, '#');
  return `${method} ${text.slice(0, 90)}`;
}

function line(kind: string, counts: readonly number[]): string {
  return `  ${kind.padEnd(14)}${counts
    .slice(2, 6)
    .map((count) => String(count).padStart(8))
    .join('')}`;
}

function bodyText(body: Sent['body']): string | null {
  if (body === undefined) return null;
  return typeof body === 'string' ? body.slice(0, 2000) : `base64 ${Buffer.from(body).toString('base64').slice(0, 2000)}`;
}
