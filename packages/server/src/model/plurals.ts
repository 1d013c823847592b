/** Irregular plurals. */
const irregular: Readonly<Record<string, string>> = {
  child: 'children',
  person: 'people',
  man: 'men',
  woman: 'women',
  foot: 'feet',
  tooth: 'teeth',
  goose: 'geese',
  mouse: 'mice',
  ox: 'oxen',
  datum: 'data',
  medium: 'media',
  criterion: 'criteria',
  phenomenon: 'phenomena',
  matrix: 'matrices',
  vertex: 'vertices',
  quiz: 'quizzes',
  leaf: 'leaves',
  shelf: 'shelves',
  half: 'halves',
  life: 'lives',
  knife: 'knives',
  wife: 'wives',
  self: 'selves',
  thief: 'thieves',
  wolf: 'wolves',
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
  lens: 'lenses',
};

/** Words that are their own plural, or that have none. */
const unchanged: ReadonlySet<string> = new Set([
  ...Object.values(irregular),
  'metadata',
  'info',
  'information',
  'news',
  'series',
  'species',
  'staff',
  'personnel',
  'equipment',
  'feedback',
  'money',
  'cash',
  'software',
  'hardware',
  'traffic',
  'weather',
  'music',
  'sheep',
  'fish',
  'aircraft',
  'menus',
  'skus',
  'cpus',
  'gpus',
  'gurus',
]);

/** The plural of the last word of a name, for the sidebar; a config can set a better one. */
export function pluralOf(name: string): string {
  const [, start = '', last = name] = /^(.*?)(\p{L}+)$/su.exec(name) ?? [];
  const word = last.toLowerCase();
  if (unchanged.has(word)) return name;
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (known !== undefined) return `${start}${known}`;
  // "analysis", "axis"; other words with this ending are plurals already: "apis", "emojis".
  if (/[sx]is$/i.test(last)) return `${name.slice(0, -2)}es`;
  if (/[^su]s$/i.test(last)) return name;
  if (/[^aeiou]y$/i.test(last)) return `${name.slice(0, -1)}ies`;
  return /(s|x|ch|sh|z)$/i.test(last) ? `${name}es` : `${name}s`;
}
