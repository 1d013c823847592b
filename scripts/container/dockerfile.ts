/** An instruction of a Dockerfile: its name, its text, and its flags (`--from=install`). */
export interface Instruction {
  readonly name: string;
  readonly text: string;
  readonly flags: Readonly<Record<string, string>>;
}

/** A stage of a build: from `FROM` to the next one. */
export interface Stage {
  /** The name after `AS`; empty without one. */
  readonly name: string;
  readonly image: string;
  readonly instructions: readonly Instruction[];
}

/** Reads the stages of a Dockerfile. Throws for a line that is no instruction of a stage. */
export function stagesOf(dockerfile: string): readonly Stage[] {
  const stages: (Omit<Stage, 'instructions'> & { instructions: Instruction[] })[] = [];
  for (const line of joined(dockerfile)) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [image = '', as, stage = ''] = rest.split(/\s+/);
      if (as !== undefined && as.toUpperCase() !== 'AS') throw new Error(`Not understood: ${line}`);
      stages.push({ name: stage, image, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage || name === '') throw new Error(`Not understood: ${line}`);
    stage.instructions.push(instructionOf(name, rest));
  }
  return stages;
}

/** The lines without comments, those that end with a backslash joined with the next one. */
function joined(dockerfile: string): readonly string[] {
  return dockerfile
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function instructionOf(name: string, rest: string): Instruction {
  const flags: Record<string, string> = {};
  let text = rest;
  for (;;) {
    const [flag, key = '', value = ''] = /^--([a-z-]+)=(\S+)\s+/.exec(text) ?? [];
    if (flag === undefined) return { name, text, flags };
    flags[key] = value;
    text = text.slice(flag.length);
  }
}

/** The words of an instruction that is written as a JSON array, such as `CMD ["serve"]`. Throws for one in another form. */
export function wordsOf({ name, text }: Pick<Instruction, 'name' | 'text'>): readonly string[] {
  const words: unknown = text.startsWith('[') ? JSON.parse(text) : undefined;
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    throw new Error(`${name} is no JSON array: a shell would receive the signals.`);
  return words;
}
