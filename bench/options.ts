import { parseArgs } from 'node:util';

/** The databases that the bench knows. */
export type Dialect = 'sqlite' | 'postgres';

/** What a run of the bench was asked for. */
export interface Options {
  readonly dialects: readonly Dialect[];
  /** Only cases with this text in their name. */
  readonly caseText: string;
  /** Seconds of each measured turn; every case has two turns of the floor and two of the service. */
  readonly seconds: number;
  readonly jsonFile: string | undefined;
  readonly isMarkdown: boolean;
  /** Folder for a CPU profile of the service. */
  readonly profileFolder: string | undefined;
  /** The number of orders with which the service is compared with itself over 200,000; undefined for the comparison with the floor. */
  readonly scale: number | undefined;
  /** Whether the service's writes, histories and undos are measured instead of the comparison with the floor. */
  readonly isJournal: boolean;
}

const usage = `npm run bench -- [--dialect sqlite|postgres] [--case TEXT] [--seconds N] [--json FILE] [--markdown] [--profile FOLDER] [--scale 10m | --journal]`;

/** Reads the command line. Throws with the usage where it is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dialect: { type: 'string' },
      case: { type: 'string', default: '' },
      seconds: { type: 'string', default: '6' },
      json: { type: 'string' },
      markdown: { type: 'boolean', default: false },
      profile: { type: 'string' },
      scale: { type: 'string' },
      journal: { type: 'boolean', default: false },
    },
  });
  const seconds = Number(values.seconds);
  if (!Number.isInteger(seconds) || seconds < 1) throw new Error(`--seconds takes a whole number from 1.\n${usage}`);
  return {
    dialects: values.dialect === undefined ? ['sqlite', 'postgres'] : [asDialect(values.dialect)],
    caseText: values.case,
    seconds,
    jsonFile: values.json,
    isMarkdown: values.markdown,
    profileFolder: values.profile,
    scale: values.scale === undefined ? undefined : asRows(values.scale),
    isJournal: values.journal,
  };
}

function asDialect(text: string): Dialect {
  if (text === 'sqlite' || text === 'postgres') return text;
  throw new Error(`--dialect is sqlite or postgres.\n${usage}`);
}

/** A number of rows: `10m`, `500k` or `1000000`. */
function asRows(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,9})([km]?)$/.exec(text) ?? [];
  const rows = Number(digits) * ({ k: 1000, m: 1_000_000 }[unit] ?? 1);
  if (digits === '' || rows < 200_000) throw new Error(`--scale takes a number of rows from 200k on, such as 10m.\n${usage}`);
  return rows;
}
