import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { ArgsDef } from 'citty';
import { didYouMean } from '../model/build/checks.ts';
import { UsageError } from './usage-error.ts';

/** Commands by their names, each with its options, or what loads them. */
export type Commands = Readonly<Record<string, { readonly args?: unknown }>>;

/** The options of a command. */
export async function argsOf({ args }: Commands[string]): Promise<ArgsDef> {
  return ((typeof args === 'function' ? await args() : await args) ?? {}) as ArgsDef;
}

/** Throws if a command line has an unknown option, an option without its value, or an extra word. */
export async function checkOptions(words: readonly string[], commands: Commands): Promise<void> {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command && name !== '' && !name.startsWith('-'))
    throw new UsageError(`There is no command "${name}". ${commandHint(name, Object.keys(commands))}`);
  if (!command || rest.some((word) => word === '--help' || word === '-h')) return;
  const all = Object.entries(await argsOf(command));
  const named = Object.fromEntries(all.filter(([, { type }]) => type !== 'positional'));
  let places = all.length - Object.keys(named).length;
  const { tokens } = parseArgs({ args: rest, options: optionsOf(named), strict: false, tokens: true, allowPositionals: true });
  for (const token of tokens) {
    if (token.kind === 'positional' && places-- <= 0) throw new UsageError(`grimoire ${name} takes no "${token.value}".`);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(named, token.name) ? named[token.name] : undefined;
    if (!option) throw new UsageError(`grimoire ${name} has no option ${token.rawName}. ${hint(token.name, Object.keys(named))}`);
    const hasValue = token.value !== undefined && token.value !== '';
    if (option.type === 'boolean' && hasValue) throw new UsageError(`${token.rawName} takes no value.`);
    if (option.type !== 'boolean' && !hasValue) throw new UsageError(`${token.rawName} needs a value.`);
  }
}

function optionsOf(known: ArgsDef): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    Object.entries(known).map(([option, definition]) => {
      const type = definition.type === 'boolean' ? ('boolean' as const) : ('string' as const);
      const short = 'alias' in definition && typeof definition.alias === 'string' ? { short: definition.alias } : {};
      return [option, { type, ...short }];
    }),
  );
}

function commandHint(name: string, known: readonly string[]): string {
  const nearest = didYouMean(name, known);
  return nearest.startsWith('Did you mean') ? nearest : 'grimoire --help lists them.';
}

function hint(name: string, known: readonly string[]): string {
  const nearest = didYouMean(name, known);
  return nearest.startsWith('Did you mean') ? nearest.replace('"', '"--') : `It has: ${known.map((option) => `--${option}`).join(', ')}.`;
}
