import { parseArgs } from 'node:util';
import type { ArgsDef } from 'citty';
import { didYouMean } from '../model/build/checks.ts';
import { UsageError } from './usage-error.ts';

/** Commands by their names, each with its options. */
export type Commands = Readonly<Record<string, { readonly args?: unknown }>>;

/** Throws if a command line has an unknown option, an option without its value, or an extra word. */
export function checkOptions(words: readonly string[], commands: Commands): void {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || rest.some((word) => word === '--help' || word === '-h')) return;
  const known = (command.args ?? {}) as ArgsDef;
  const options = Object.fromEntries(
    Object.entries(known).map(([option, { type }]) => [option, { type: type === 'boolean' ? ('boolean' as const) : ('string' as const) }]),
  );
  const { tokens } = parseArgs({ args: rest, options, strict: false, tokens: true, allowPositionals: true });
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`grimoire ${name} takes no "${token.value}".`);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (!option) throw new UsageError(`grimoire ${name} has no option ${token.rawName}. ${hint(token.name, Object.keys(known))}`);
    const hasValue = token.value !== undefined && token.value !== '';
    if (option.type === 'boolean' && hasValue) throw new UsageError(`${token.rawName} takes no value.`);
    if (option.type !== 'boolean' && !hasValue) throw new UsageError(`${token.rawName} needs a value.`);
  }
}

function hint(name: string, known: readonly string[]): string {
  const nearest = didYouMean(name, known);
  return nearest.startsWith('Did you mean') ? nearest.replace('"', '"--') : `It has: ${known.map((option) => `--${option}`).join(', ')}.`;
}
