/** A region of the shop, its countries, and what people and places are called there. */
export interface RegionWords {
  readonly countries: readonly string[];
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  readonly streets: readonly string[];
  readonly cities: readonly string[];
}

export const regions: Readonly<Record<'north' | 'south' | 'east' | 'west', RegionWords>> = {
  north: {
    countries: ['SE', 'NO', 'DK', 'FI', 'IS'],
    firstNames: ['Åsa', 'Björn', 'Freja', 'Søren', 'Linnéa', 'Håkon', 'Aino', 'Väinö', 'Þóra', 'Nils', 'Signe', 'Elin', 'Øyvind', 'Maja'],
    lastNames: ['Lindström', 'Bjørnsen', 'Sørensen', 'Mäkinen', 'Þorsteinsdóttir', 'Åkesson', 'Nygård', 'Virtanen', 'Holm', 'Dahl', 'Ek'],
    streets: ['Storgatan', 'Karl Johans gate', 'Nørregade', 'Mannerheimintie', 'Laugavegur', 'Ålgränd'],
    cities: ['Malmö', 'Tromsø', 'Århus', 'Jyväskylä', 'Reykjavík', 'Umeå', 'Bodø'],
  },
  south: {
    countries: ['IT', 'ES', 'PT', 'GR', 'TR'],
    firstNames: [
      'Chiara',
      'José',
      'Inês',
      'Αλέξανδρος',
      'Íñigo',
      'Zeynep',
      'Niccolò',
      'Begoña',
      'João',
      'Μαρία',
      'Çağla',
      'Lucía',
      'Matteo',
    ],
    lastNames: ['Nuñez', 'D’Angelo', 'Gonçalves', 'Παπαδόπουλος', 'Yıldız', 'Rossi', 'García', 'Peña', 'Esposito', 'Araújo', 'Öztürk'],
    streets: ['Calle Mayor', 'Via Garibaldi', 'Rua Augusta', 'Οδός Ερμού', 'İstiklal Caddesi', 'Passeig de Gràcia'],
    cities: ['Málaga', 'Forlì', 'Évora', 'Θεσσαλονίκη', 'İzmir', 'A Coruña', 'Cefalù'],
  },
  east: {
    countries: ['PL', 'CZ', 'UA', 'RO', 'HU'],
    firstNames: ['Łukasz', 'Zuzana', 'Олена', 'Ștefan', 'Zsófia', 'Jiří', 'Małgorzata', 'Тарас', 'Ioana', 'György', 'Wojciech', 'Žofie'],
    lastNames: ['Wójcik', 'Dvořák', 'Шевченко', 'Popescu', 'Nagy', 'Kowalski', 'Říha', 'Бондаренко', 'Țăranu', 'Szűcs', 'Błaszczyk'],
    streets: ['ulica Długa', 'Václavské náměstí', 'вулиця Хрещатик', 'Calea Victoriei', 'Váci utca', 'Świętojańska'],
    cities: ['Łódź', 'Plzeň', 'Львів', 'Iași', 'Győr', 'Gdańsk', 'Brno'],
  },
  west: {
    countries: ['DE', 'FR', 'NL', 'BE', 'GB', 'CH', 'IE'],
    firstNames: [
      'Zoë',
      'Jürgen',
      'Geneviève',
      'Siân',
      'Anaïs',
      'Jörg',
      'Aoife',
      'Femke',
      'François',
      'Clara',
      'Mohammed',
      '明',
      'Priya',
      'Ayọ̀',
    ],
    lastNames: [
      'Müller',
      'O’Brien',
      'Lefèvre',
      'van ’t Hoff',
      'Weiß',
      'Smith-Jones',
      'Çelik',
      '王',
      'Nguyễn',
      'Schröder',
      'de la Cœur',
      'محمد',
    ],
    streets: ['Hauptstraße', 'Rue de l’Église', 'Keizersgracht', 'High Street', 'Großer Hirschgraben', 'Chaussée d’Ixelles'],
    cities: ['Köln', 'Orléans', '’s-Hertogenbosch', 'Liège', 'Zürich', 'Cork', 'Besançon', 'Lübeck'],
  },
};

export const companies: readonly string[] = [
  'Café Zoé ☕',
  'Søstrene Grønt 🌱',
  'Müller & Söhne GmbH',
  'Tienda El Niño',
  'Ψάρι & Σία',
  '"Quoted" Goods Ltd.',
  'Złota Rączka sp. z o.o.',
  'A_B 100% Cotton',
  '北京书店',
  'Boulangerie L’Étoile 🥐',
];

export const customerNotes: readonly string[] = [
  'Prefers to be called after work ☎️.',
  'Has moved twice this year.\nPlease check the address before shipping.',
  'Regular; knows the whole team 🙂',
  'Wants invoices on paper. Papier! 紙!',
  'Complained about a late parcel; got a voucher.',
  'Speaks English, français, and some 日本語.',
];
