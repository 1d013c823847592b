import { isLanguage } from '../language.ts';

/** Every text between marks. */
export async function pseudoCatalogue(): Promise<Readonly<Record<string, string>>> {
  const [{ english }, { marked }] = await Promise.all([import('../english.ts'), import('../pseudo.ts')]);
  return Object.fromEntries(english.map((text) => [text, marked(text)]));
}

/** Loads the texts of a language. English is written in the code; languages that an extension adds have none here. */
export async function catalogueOf(language: string): Promise<Readonly<Record<string, string>>> {
  if (!isLanguage(language)) return {};
  switch (language) {
    case 'en':
      return {};
    case 'de':
      return (await import('./de.ts')).de;
    case 'fr':
      return (await import('./fr.ts')).fr;
    case 'es':
      return (await import('./es.ts')).es;
    case 'ko':
      return (await import('./ko.ts')).ko;
    case 'ar':
      return (await import('./ar.ts')).ar;
  }
}
