/** The texts of the extension in German, and the beginning of a language that the dashboard has not. */
export const translations = {
  de: { 'Poor reviews': 'Schlechte Bewertungen', Answer: 'Antwort', Similar: 'Ähnliche', 'Open reviews': 'Offene Bewertungen' },
  it: {
    'Poor reviews': 'Recensioni scarse',
    Answer: 'Risposta',
    Similar: 'Simili',
    'Open reviews': 'Recensioni aperte',
    Home: 'Inizio',
    'Find anything': 'Cerca',
    Save: 'Salva',
  },
} as const;
