/** Irregular plurals. */
const irregular: Readonly<Record<string, string>> = {
  ox: 'oxen',
  datum: 'data',
  medium: 'media',
  criterion: 'criteria',
  phenomenon: 'phenomena',
  bacterium: 'bacteria',
  curriculum: 'curricula',
  stratum: 'strata',
  erratum: 'errata',
  addendum: 'addenda',
  alumnus: 'alumni',
  stimulus: 'stimuli',
  matrix: 'matrices',
  vertex: 'vertices',
  quiz: 'quizzes',
  hero: 'heroes',
  potato: 'potatoes',
  tomato: 'tomatoes',
  veto: 'vetoes',
  echo: 'echoes',
  // Singulars that end as plurals do.
  alias: 'aliases',
  atlas: 'atlases',
  bias: 'biases',
  canvas: 'canvases',
  gas: 'gases',
  iris: 'irises',
  lens: 'lenses',
  // A `ch` that is spoken as a k.
  epoch: 'epochs',
  monarch: 'monarchs',
  stomach: 'stomachs',
  tech: 'techs',
};

/** Irregular plurals of words that are also the ends of others: `salesperson`, `bookshelf`. */
const irregularEnds: readonly (readonly [singular: string, plural: string])[] = [
  ['person', 'people'],
  ['child', 'children'],
  ['woman', 'women'],
  ['man', 'men'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['goose', 'geese'],
  ['mouse', 'mice'],
  ['leaf', 'leaves'],
  ['loaf', 'loaves'],
  ['calf', 'calves'],
  ['half', 'halves'],
  ['shelf', 'shelves'],
  ['self', 'selves'],
  ['scarf', 'scarves'],
  ['wolf', 'wolves'],
  ['thief', 'thieves'],
  ['knife', 'knives'],
  ['wife', 'wives'],
  ['life', 'lives'],
];

/** Words that end like those, and are regular. */
const regular = /^(?:human|german|roman|norman|ottoman|shaman|talisman|caiman|mongoose|specimen|regimen|omen|abdomen|stamen|hymen|lumen)$/;

/** Words that are their own plural, or that have none. */
const unchanged: ReadonlySet<string> = new Set([
  ...Object.values(irregular),
  ...'info information advice feedback knowledge evidence homework'.split(' '),
  ...'staff personnel equipment furniture luggage baggage'.split(' '),
  ...'money cash traffic weather music health rice'.split(' '),
  ...'news series species chassis corps debris rendezvous deer moose sheep wildlife'.split(' '),
  // Plurals that end as singulars do.
  ...'menus skus cpus gpus gurus'.split(' '),
]);

/** Ends of such words: `metadata`, `firmware`, `spacecraft`. */
const unchangedEnds = /(?:data|media|ware|craft|fish)$/;

/** The plural of the last word of a name, for the sidebar; a config can set a better one. */
export function pluralOf(name: string): string {
  const [, start = '', last = name] = /^(.*?)(\p{L}+)$/su.exec(name) ?? [];
  const word = last.toLowerCase();
  const plural = knownPluralOf(word);
  if (plural !== undefined) return plural === word ? name : `${start}${likeIn(last, plural)}`;
  // "analysis", "axis"; other words with this ending are plurals already: "apis", "emojis".
  if (/[sx]is$/i.test(last)) return `${name.slice(0, -2)}es`;
  if (/[^su]s$/i.test(last)) return name;
  if (/(?:[^aeiou]|qu)y$/i.test(last)) return `${name.slice(0, -1)}ies`;
  return /(s|x|ch|sh|z)$/i.test(last) ? `${name}es` : `${name}s`;
}

/** The plural of a word that follows no rule; undefined for a word that does. */
function knownPluralOf(word: string): string | undefined {
  if (unchanged.has(word) || unchangedEnds.test(word)) return word;
  if (Object.hasOwn(irregular, word)) return irregular[word];
  if (regular.test(word)) return undefined;
  const end = irregularEnds.find(([singular, plural]) => word.endsWith(singular) || word.endsWith(plural));
  if (end === undefined) return undefined;
  const [singular, plural] = end;
  return word.endsWith(plural) ? word : `${word.slice(0, -singular.length)}${plural}`;
}

/** A plural with the capital letters of its singular. */
function likeIn(singular: string, plural: string): string {
  if (singular.length > 1 && singular === singular.toUpperCase()) return plural.toUpperCase();
  return `${singular.slice(0, 1)}${plural.slice(1)}`;
}
