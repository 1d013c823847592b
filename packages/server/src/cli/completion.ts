import { type ArgsDef, type CommandDef, defineCommand, type PositionalArgDef } from 'citty';
import { argsOf, type Commands } from './check-options.ts';
import { run } from './run.ts';
import { UsageError } from './usage-error.ts';

/** A script that completes commands and their options, by shell. */
const scripts: Readonly<Record<string, (words: ReadonlyMap<string, readonly string[]>) => string>> = { bash, zsh, fish };

interface CompletionArgs extends ArgsDef {
  readonly shell: PositionalArgDef;
}

const completionArgs: CompletionArgs = {
  shell: { type: 'positional', required: false, description: Object.keys(scripts).join(', ') },
};

/** The command that prints the script for a shell. @param commands called when the command runs */
export function completionCommand(commands: () => Commands): CommandDef<CompletionArgs> {
  return defineCommand({
    meta: { name: 'completion', description: `Print a script that completes commands in a shell: ${Object.keys(scripts).join(', ')}` },
    args: completionArgs,
    run: ({ args }) =>
      run(async () => {
        const shell = args.shell ?? '';
        const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
        if (!script)
          throw new UsageError(`For which shell? "grimoire completion ${Object.keys(scripts).join('", "grimoire completion ')}".`);
        console.log(script(await wordsOf(commands())));
      }),
  });
}

/** The options of each command. */
async function wordsOf(commands: Commands): Promise<ReadonlyMap<string, readonly string[]>> {
  const optionsOf = (args: ArgsDef): string[] =>
    Object.entries(args).flatMap(([name, { type }]) => (type === 'positional' ? [] : [`--${name}`]));
  return new Map(
    await Promise.all(Object.entries(commands).map(async ([name, command]) => [name, optionsOf(await argsOf(command))] as const)),
  );
}

function bash(words: ReadonlyMap<string, readonly string[]>): string {
  const cases = Array.from(words, ([name, options]) => `    ${name}) words="${options.join(' ')}" ;;`);
  return `_grimoire() {
  local words="${[...words.keys()].join(' ')}"
  [ "$COMP_CWORD" -gt 1 ] && case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _grimoire grimoire`;
}

function zsh(words: ReadonlyMap<string, readonly string[]>): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
}

function fish(words: ReadonlyMap<string, readonly string[]>): string {
  const names = `complete -c grimoire -n __fish_use_subcommand -a "${[...words.keys()].join(' ')}"`;
  const options = Array.from(words).flatMap(([name, all]) =>
    all.map((option) => `complete -c grimoire -n "__fish_seen_subcommand_from ${name}" -l ${option.slice(2)}`),
  );
  return [names, ...options].join('\n');
}
