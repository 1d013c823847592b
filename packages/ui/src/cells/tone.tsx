import { type FieldSchema, toneNames } from '@grimoire/protocol';
import type { Tone } from '../theme/tokens.ts';

const words: Readonly<Record<Exclude<Tone, 'neutral'>, string>> = {
  good: 'paid completed complete active done delivered succeeded success successful approved published confirmed accepted resolved won enabled ok healthy online verified available passed live',
  info: 'shipped sent processing running progress submitted open new started transit way scheduled queued authorized captured issued packed',
  warning: 'pending due waiting overdue hold paused review unpaid partial low warning trial expiring medium retry expired suspended',
  bad: 'refunded failed failure cancelled canceled rejected blocked lost error declined void denied deleted disabled critical fatal fraud returned urgent banned high',
};

const neutral = new Set('draft closed archived inactive none unknown other normal offline todo backlog'.split(' '));

const byWord = new Map(Object.entries(words).flatMap(([tone, all]) => all.split(' ').map((word) => [word, tone as Tone] as const)));

function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
}

const negations: ReadonlySet<string> = new Set(['not', 'no', 'never', 'non', 'un']);

/** A newer service may send tones that are unknown here. */
function knownTone(tone: string | undefined): Tone {
  return toneNames.find((name) => name === tone) ?? 'neutral';
}

/** The tone of a choice: that of the config, otherwise by the words in its value, then in its label. */
export function toneOf(value: string, label: string, { tones }: Pick<FieldSchema, 'tones'> = {}): Tone {
  if (tones) return knownTone(Object.hasOwn(tones, value) ? tones[value] : undefined);
  for (const text of [value, label]) {
    const all = wordsOf(text);
    // "Not paid" is not good, and "no error" is not bad.
    if (all.some((word) => negations.has(word))) return 'neutral';
    for (const word of all) if (byWord.has(word)) return byWord.get(word) ?? 'neutral';
  }
  return 'neutral';
}

/** Whether the choices of a field say how something stands: the config says so, or at least half of them are words for that. */
export function saysStatus({ choices = [], tones }: Pick<FieldSchema, 'choices' | 'tones'>): boolean {
  if (tones) return true;
  const isKnown = ([value, label]: readonly [unknown, string]): boolean =>
    [...wordsOf(String(value)), ...wordsOf(label)].some((word) => byWord.has(word) || neutral.has(word));
  return choices.length > 1 && choices.filter(isKnown).length * 2 >= choices.length;
}

/** A value whose meaning is shown by a color, a dot and a word. */
export function ToneMark({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  return (
    <span className="dash-tone-mark" data-tone={tone}>
      {text}
    </span>
  );
}
