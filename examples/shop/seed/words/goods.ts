/** A branch of the catalog and what is sold there. */
export interface BranchWords {
  readonly name: string;
  readonly icon: string;
  /** Sub-categories and the things in them. */
  readonly shelves: Readonly<Record<string, readonly string[]>>;
  readonly materials: readonly string[];
  /** Prices in cents, the lowest and the highest. */
  readonly prices: readonly [number, number];
}

export const branches: readonly BranchWords[] = [
  {
    name: 'Living 🛋️',
    icon: '🛋️',
    shelves: { Lamps: ['floor lamp', 'table lamp', 'lantern'], Rugs: ['rug', 'runner', 'doormat'], Cushions: ['cushion', 'throw', 'pouf'] },
    materials: ['oak', 'linen', 'wool', 'brass', 'paper'],
    prices: [1490, 49_900],
  },
  {
    name: 'Kitchen & Café ☕',
    icon: '☕',
    shelves: {
      Mugs: ['mug', 'espresso cup', 'tumbler'],
      Knives: ['paring knife', 'bread knife'],
      Pans: ['skillet', 'saucepan', 'crêpe pan'],
    },
    materials: ['stoneware', 'steel', 'cast iron', 'beech'],
    prices: [690, 17_900],
  },
  {
    name: 'Garden 🌻',
    icon: '🌻',
    shelves: { Pots: ['pot', 'window box', 'saucer'], Tools: ['trowel', 'secateurs', 'watering can'], Seeds: ['seed mix', 'bulbs'] },
    materials: ['terracotta', 'zinc', 'ash', 'jute'],
    prices: [290, 8900],
  },
  {
    name: 'Office',
    icon: '🖇️',
    shelves: { Desks: ['desk', 'standing desk'], Chairs: ['chair', 'stool'], Paper: ['notebook', 'planner', 'sketch pad'] },
    materials: ['birch', 'leather', 'felt', 'recycled plastic'],
    prices: [450, 69_900],
  },
  {
    name: 'Kids 🧸',
    icon: '🧸',
    shelves: { Toys: ['building blocks', 'marble run', 'kite'], Books: ['picture book', 'atlas'], Crafts: ['paint set', 'origami set'] },
    materials: ['maple', 'cotton', 'cardboard'],
    prices: [390, 6900],
  },
  {
    name: 'Outdoor ⛺',
    icon: '⛺',
    shelves: { Tents: ['tent', 'tarp', 'hammock'], Backpacks: ['backpack', 'dry bag'], Cooking: ['camp stove', 'thermos'] },
    materials: ['ripstop nylon', 'titanium', 'canvas', 'merino'],
    prices: [990, 59_900],
  },
];

export const lines: readonly string[] = [
  'Åsen',
  'Bryggen',
  'Lumière',
  'Ñandú',
  'Žluna',
  'Kōri',
  'Mañana',
  'Größte',
  'Fjäll',
  'Otoño',
  'Świt',
  'Ήλιος',
  'Été',
  'Hygge',
  'Piñata',
  'Smörgås',
];

export const colors: readonly string[] = ['petrol', 'ochre', 'crème', 'rosé', 'anthracite', 'moss green', 'sky blue', 'natural'];

export const tagNames: readonly string[] = [
  'new',
  'sale',
  'bestseller',
  'eco 🌱',
  'handmade',
  'vegan',
  'gift idea 🎁',
  'limited',
  'Made in Europe 🇪🇺',
  'second chance ♻️',
  'délicat',
  'last pieces',
];

export const supplierNames: readonly string[] = [
  'Nordlys Håndværk',
  'Atelier Zoé & Cie',
  'Keramika Žďár',
  'Cerámicas Peña',
  'Werkstatt Süd',
  'Łódź Textiles',
  'Isola Design S.r.l.',
  'Green & Grow 🌿',
  'Porto Cork Co.',
  'Ήλιος ΑΕ',
  'Kyoto Paper 和紙',
  'Highland Wool Ltd',
  'Alpenglühen AG',
  'De Houten Hoek',
];

export const reviewTitles: readonly string[] = [
  'Love it ❤️',
  'Très bien',
  'As described',
  'Geht so',
  'Too small 😕',
  'すごい!',
  'Never again',
  'Won’t part with it',
];

export const reviewBodies: readonly string[] = [
  'Arrived in two days, well packed. The colour is a bit darker than in the picture, which I like.',
  'Schöne Verarbeitung, aber die Farbe gefällt mir nicht.\n\nTrotzdem: vier Sterne.',
  'C’est exactement ce que je cherchais 👍',
  'It wobbles. Support sent a new one <b>right away</b>, so all is well & good.',
  'Muy bonito, pero pequeño.',
];
