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
}

const usage = `npm run bench -- [--dialect sqlite|postgres] [--case TEXT] [--seconds N] [--json FILE] [--markdown] [--profile FOLDER]`;

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
  };
}

function asDialect(text: string): Dialect {
  if (text === 'sqlite' || text === 'postgres') return text;
  throw new Error(`--dialect is sqlite or postgres.\n${usage}`);
}
